import { agreementText } from '@tickmark/core/loans/agreement'
import { parseAmount } from '@tickmark/core/money/money'
import { type Caller, moneyKey, wallet } from '@tickmark/server/app/app.testing'
import { approve, ask } from '@tickmark/server/app/decided.testing'
import { operatorCaller, operatorOf } from '@tickmark/server/app/operatorCaller.testing'
import { transact } from '@tickmark/server/db/transact'
import { HOUSE } from '@tickmark/core/ledger/accounts'
import { postTransfers } from '@tickmark/server/ledger/post'
import type { ReplyOf } from '@tickmark/wire/call'
import type { loanRoutes } from '@tickmark/wire/routes/loans'
import { randomBytes, randomUUID } from 'node:crypto'
import { png } from '../page/chat.ts'
import { idOf } from './inbox.ts'
import type { Person } from './people.ts'
import type { House } from '../stage/stage.ts'

type Reply<N extends keyof typeof loanRoutes> = ReplyOf<(typeof loanRoutes)[N]>

/** A loan reviewer, and the environment of a server that has him and therefore no simulated one. */
export const REVIEWER = wallet(78)
export const WITH_REVIEWER = { OPERATORS: `${REVIEWER.address}:reviewer` }

export interface LoanWish {
  amount?: string
  instalments?: 6 | 12
  /** Single-colour photos: the simulated reviewer rejects them. */
  isBlank?: boolean
}

/** Applies for a loan over HTTP as the page does; returns the application's id. */
export async function applyForLoan(person: Person, wish: LoanWish = {}): Promise<string> {
  await draftLoan(person, wish)
  const written = await posted<Reply<'writeLoanAgreement'>>(person, 'writeLoanAgreement', {})
  const drawing = await uploaded(person, 'signature', png(120))
  const { application, writtenAt, signBefore: _, named: _named, salt: _salt, ...facts } = written
  const text = agreementText({
    ...facts,
    application,
    amount: parseAmount(written.amount) ?? 0n,
    writtenAtMs: writtenAt,
    drawing: drawing.sha256,
  })
  const signature = await person.account.signMessage({ message: text })
  await posted(person, 'loanApply', { application, drawing: drawing.id, signature })
  return application
}

/** Saves a whole draft, with photos. */
export async function draftLoan(person: Person, wish: LoanWish = {}): Promise<void> {
  const { amount = '1200', instalments = 12, isBlank = false } = wish
  const photo = () => (isBlank ? png(320) : png(320, (bytes) => randomBytes(bytes)))
  const front = await uploaded(person, 'front', photo())
  const back = await uploaded(person, 'back', photo())
  await posted(person, 'saveLoanDraft', {
    name: 'Ada Example',
    phone: '491701234567',
    homeAddress: '1 Harbour Street, Hamburg',
    idNumber: 'X12345678',
    amount,
    instalments: String(instalments),
    front: front.id,
    back: back.id,
  })
}

/** A loan that the simulated reviewer has approved. */
export async function borrow(house: House, person: Person, wish: LoanWish = {}): Promise<string> {
  const id = await applyForLoan(person, wish)
  house.clock.advance(20_000)
  await house.app.idle()
  const { list } = await loansOf(person)
  const state = list.find((one) => one.id === id)?.state
  if (state !== 1) throw new Error(`the loan is in state ${state}`)
  return id
}

export async function loansOf(person: Person): Promise<Reply<'loanApplyList'>> {
  return posted<Reply<'loanApplyList'>>(person, 'loanApplyList', {})
}

export async function scheduleIn(person: Person, applyId: string): Promise<Reply<'loanOrderList'>> {
  return posted<Reply<'loanOrderList'>>(person, 'loanOrderList', { applyId })
}

/** Has the reviewer return an application. */
export async function sendBack(house: House, json: object): Promise<void> {
  const operator = await operatorOf(() => house.url, REVIEWER)
  const { status, text } = await operator.post('/api/console/loan/again', { json })
  if (status !== 200) throw new Error(text)
}

/** Has two reviewers approve an application, each after viewing all of it. */
export async function approveLoan(house: House, terms: LoanTerms): Promise<void> {
  const first = await operatorOf(() => house.url, REVIEWER)
  const second = await operatorCaller(house, { roles: ['reviewer'] })
  for (const operator of [first, second]) await viewApplication(operator, { applyId: terms.applyId })
  const done = await approve(second, await ask(first, 'loan.approve', terms))
  if (done !== 'approved') throw new Error(done)
}

export interface LoanTerms {
  applyId: string
  amount: string
  instalments: number
}

/** Views the details and both photos, without which nobody can approve. */
export async function viewApplication(operator: Caller, application: object): Promise<void> {
  const views = [
    { path: 'loan' },
    { path: 'loan/picture', purpose: 'front' },
    { path: 'loan/picture', purpose: 'back' },
  ]
  for (const { path, ...what } of views) {
    const json = { ...application, ...what, reason: 'a first look' }
    const { status, text } = await operator.post(`/api/console/${path}`, { json })
    if (status !== 200) throw new Error(`not seen: ${text}`)
  }
}

/** Credits a user with USDT in the real account, as a deposit does. */
export async function giveUsdt(house: House, person: Person, amount: bigint): Promise<void> {
  const userId = await idOf(house, person)
  const account = { owner: userId, book: 'real', currency: 1, kind: 'available' } as const
  const outside = { ...account, owner: HOUSE, kind: 'external' } as const
  const posting = { from: outside, to: account, amount, ref: randomUUID(), cause: 'deposit', leg: 0 } as const
  await transact(house.database.database.db, (tx) => postTransfers(tx, [posting], house.clock.nowMs()))
}

async function uploaded(person: Person, purpose: string, picture: Buffer): Promise<Reply<'loanUpload'>> {
  const reply = await person.user.post('/api/loanUpload', { query: { purpose, book: '0' }, picture })
  if (reply.status !== 200) throw new Error(`not uploaded: ${reply.text}`)
  return reply.body.data as Reply<'loanUpload'>
}

async function posted<T>({ user }: Person, call: string, json: object): Promise<T> {
  const reply = await user.post(`/api/${call}`, { json: { book: 0, ...json }, headers: moneyKey() })
  if (reply.status !== 200) throw new Error(`${call}: ${reply.text}`)
  return reply.body.data as T
}
