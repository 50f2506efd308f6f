import { agreementText } from '@tickmark/core/loans/agreement'
import { parseAmount } from '@tickmark/core/money/money'
import type { ReplyOf } from '@tickmark/wire/call'
import { loanRoutes } from '@tickmark/wire/routes/loans'
import { operatorLoanRoutes } from '@tickmark/wire/routes/operators/loans'
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { type Caller, moneyKey, newUser, type Reply, type TestServer, wallet } from '../app/app.testing.ts'
import { transact } from '../db/transact.ts'
import { sendPicture } from '../media/sending.testing.ts'
import { sha256 } from '../platform/sha256.ts'
import { sealRecord } from '../platform/vault.ts'
import { insertPicture, type Purpose } from './pictures/pictureStore.ts'
import { pictureView } from './pictures/pictureView.ts'
import { nameOfPicture } from './records.ts'

const ROUTES = { ...loanRoutes, ...operatorLoanRoutes }
type Name = keyof typeof ROUTES
type Fields = Readonly<Record<string, unknown>>

/** Makes a loan call and returns the reply, including refusals. */
export function ask(who: Caller, name: Name, fields: Fields = {}, headers = moneyKey()): Promise<Reply> {
  const { method, path, money } = ROUTES[name]
  if (method === 'GET') return who.get(path, { query: fields as Record<string, string> })
  return who.post(path, { json: fields, ...(money && { headers }) })
}

/** Makes a loan call that must succeed. */
export async function call<N extends Name>(
  who: Caller,
  name: N,
  fields: Fields = {},
): Promise<ReplyOf<(typeof ROUTES)[N]>> {
  const reply = await ask(who, name, fields)
  if (reply.status !== 200) throw new Error(`${name}: ${reply.text}`)
  return reply.body.data as ReplyOf<(typeof ROUTES)[N]>
}

export const TYPED = {
  name: 'Ann Lee',
  phone: '0815123456',
  homeAddress: 'Long Street 1, Riverside',
  idNumber: 'L01X00T47',
  amount: '1200.5',
  instalments: '6',
}

/** A photo of more than one colour, as JPEG. */
export function photo(side = 640): Promise<Buffer> {
  const size = { width: side, height: side }
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { ...size, channels: 3, background: '#888888', noise } })
    .jpeg()
    .toBuffer()
}

/** A line drawn on a transparent background, as PNG. */
export async function drawing(): Promise<Buffer> {
  const line = { create: { width: 200, height: 10, channels: 4 as const, background: '#223344' } }
  const input = await sharp(line).png().toBuffer()
  const empty = { create: { width: 600, height: 300, channels: 4 as const, background: '#00000000' } }
  return sharp(empty)
    .composite([{ input, left: 50, top: 150 }])
    .png()
    .toBuffer()
}

/** An applicant with a wallet on a server. */
export interface Person {
  who: Caller
  /** The number of the wallet. */
  number: number
  server: TestServer
}

export async function person(server: TestServer, number: number): Promise<Person> {
  return { who: await newUser(() => server.url, number), number, server }
}

export function upload({ who, server }: Person, purpose: Purpose, bytes: Buffer): Promise<Reply> {
  const type = bytes[0] === 0xff ? 'image/jpeg' : 'image/png'
  return sendPicture(who, server.url, bytes, type, `/api/loanUpload?purpose=${purpose}`)
}

type Uploaded = ReplyOf<(typeof loanRoutes)['loanUpload']>

export async function uploaded(one: Person, purpose: Purpose, bytes: Buffer): Promise<Uploaded> {
  const reply = await upload(one, purpose, bytes)
  if (reply.status !== 200) throw new Error(reply.text)
  return reply.body.data as Uploaded
}

/** Stores a picture as an upload would, without the second that redrawing takes. */
export async function kept({ number, server }: Person, purpose: Purpose, bytes?: Buffer): Promise<Uploaded> {
  const content = bytes ?? (await (purpose === 'signature' ? drawing() : photo()))
  const { database, keys, clock } = server.app.runtime
  const { id: user } = await database.db
    .selectFrom('users')
    .select('id')
    .where('address', '=', wallet(number).address)
    .executeTakeFirstOrThrow()
  const { width, height } = await sharp(content).metadata()
  const id = randomUUID()
  const facts = { id, purpose, width, height, sha256: Buffer.from(sha256(content)).toString('hex') }
  const record = sealRecord(keys.vaultKeys, nameOfPicture(id), content)
  const row = { ...facts, userId: Number(user), bytes: content.length, record, atMs: clock.nowMs() }
  await transact(database.db, (tx) => insertPicture(tx, row))
  return pictureView(facts)
}

/** Fills the whole form. */
export async function fill(one: Person, more: Fields = {}): Promise<void> {
  const [front, back] = [await kept(one, 'front'), await kept(one, 'back')]
  await call(one.who, 'saveLoanDraft', { ...TYPED, front: front.id, back: back.id, ...more })
}

/** The page's request to apply, over the agreement that the server just wrote. */
export async function sign(
  one: Person,
): Promise<{ application: string; drawing: string; signature: string }> {
  const written = await call(one.who, 'writeLoanAgreement')
  const { amount, writtenAt, signBefore: _, named: _named, salt: _salt, ...facts } = written
  const drawn = await kept(one, 'signature')
  const units = parseAmount(amount) ?? 0n
  const text = agreementText({ ...facts, amount: units, writtenAtMs: writtenAt, drawing: drawn.sha256 })
  const signature = await wallet(one.number).signMessage({ message: text })
  return { application: facts.application, drawing: drawn.id, signature }
}

/** Makes and submits a complete application; returns its id. */
export async function submit(one: Person, more: Fields = {}): Promise<string> {
  await fill(one, more)
  return (await call(one.who, 'loanApply', await sign(one))).id
}

/** The newest entry of the user's list. */
export async function newest({ who }: Person) {
  const { list, identity } = await call(who, 'loanApplyList')
  return { ...list[0], identity }
}
