import { runs } from '@tickmark/core/runs.testing'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { setServer, signIn, wallet } from '../app/app.testing.ts'
import { transact } from '../db/transact.ts'
import { CANARY, hostileFiles } from '../media/hostile.testing.ts'
import { sendPicture } from '../media/sending.testing.ts'
import { movableClock } from '../platform/clock.testing.ts'
import { jsonLog } from '../platform/log.ts'
import { operatorOf } from '../app/operatorCaller.testing.ts'
import { checkKeys } from './checkKeys.ts'
import { sealedFile } from './applying/sealedFile.ts'
import { ask, call, fill, newest, person, photo, sign, submit, upload, uploaded } from './loans.testing.ts'
import { rewrapOld } from './sweepStore.ts'

const REVIEWER = 72_001
const lines: string[] = []
const log = jsonLog(
  (line) => lines.push(line),
  () => 0,
)
const clock = movableClock({ isStill: true, startMs: Date.parse('2027-02-01T12:00:00Z') })
const server = setServer({
  clock,
  log,
  env: { CONTENT: 'none', OPERATORS: `${wallet(REVIEWER).address}:reviewer` },
})

let number = 72_100
const somebody = () => person(server, ++number)

/** The whole content of the database as text; bytes are hexadecimal. */
async function dump(): Promise<string> {
  const { db } = server.database.database
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`.execute(
    db,
  )
  const parts: string[] = []
  for (const { name } of rows) {
    const table = await sql<{ line: string }>`select t::text as line from ${sql.table(name)} t`.execute(db)
    parts.push(...table.rows.map(({ line }) => line))
  }
  return parts.join('\n')
}

test('[T27] nothing personal appears in clear text: not in a dump of the database, not in a log line', async () => {
  const secrets = {
    name: 'Canaria Nachtigall',
    phone: '471147114711',
    homeAddress: 'Canary Wharf 4711, London',
    idNumber: 'CANARY4711X',
  }
  const one = await somebody()
  await fill(one, secrets)
  const { draft } = await call(one.who, 'getLoanDraft')
  const plain = Buffer.from(
    await (
      await fetch(`${server.url}${draft?.front?.url}`, {
        headers: { cookie: `sid=${one.who.cookies.get('sid')}` },
      })
    ).arrayBuffer(),
  )
  const { id } = await call(one.who, 'loanApply', await sign(one))
  const reviewer = await operatorOf(() => server.url, wallet(REVIEWER))
  const seen = await call(reviewer, 'consoleLoan', { applyId: id, reason: 'case 1' })
  expect(seen.details?.name).toBe(secrets.name)
  await call(reviewer, 'consoleAskLoanAgain', { applyId: id, reason: 'Please take the photos again.' })
  const other = await somebody()
  await fill(other, secrets)
  // Failures too: a record that cannot be decrypted, and a file that is no picture.
  await sql`update loan_draft set wrapped_key = ${randomBytes(60)} where user_id = (select max(user_id) from loan_draft)`.execute(
    server.database.database.db,
  )
  expect((await ask(other.who, 'getLoanDraft')).status).toBe(500)
  expect((await ask(other.who, 'saveLoanDraft', { name: secrets.name })).status).toBe(500)
  expect((await upload(one, 'front', Buffer.from(secrets.name))).body.code).toBe('picture_invalid')
  await server.app.idle()

  expect(lines.some((line) => line.includes('a call failed'))).toBe(true)
  const everything = `${await dump()}\n${lines.join('\n')}`
  for (const secret of Object.values(secrets)) {
    for (const form of [
      secret,
      Buffer.from(secret).toString('hex'),
      Buffer.from(secret).toString('base64'),
    ]) {
      expect(everything.includes(form), form).toBe(false)
    }
  }
  expect(plain.length).toBeGreaterThan(10_000)
  for (const at of [0, 5_000, plain.length - 32]) {
    expect(everything.includes(plain.toString('hex', at, at + 32)), `${at}`).toBe(false)
  }
  // The search does find text that is there.
  expect(everything).toContain(one.who.cookies.get('sid') ? wallet(one.number).address : '-')
  expect(everything).toContain(Buffer.from('GCM', 'utf8').toString('hex').slice(0, 2))
})

test('[T15] of a hostile file only a redrawn picture is ever stored, both as a photo and as a drawing', async () => {
  const one = await somebody()
  const files = await hostileFiles()
  expect(files.length).toBeGreaterThanOrEqual(60)
  // Media's own tests put all of them through the redrawing.
  for (const [purpose, rest] of [
    ['signature', 0],
    ['front', 3],
  ] as const) {
    const list = files.filter((_, at) => at % runs(6, 1) === rest % runs(6, 1))
    const send = async (file: (typeof files)[number]) => {
      const type = file.contentType ?? (file.bytes[0] === 0xff ? 'image/jpeg' : 'image/png')
      const path = `/api/loanUpload?purpose=${purpose}`
      const reply = await sendPicture(one.who, server.url, file.bytes, type, path)
      const code = reply.status === 200 ? 'drawn' : reply.body.code
      expect(file.ends === 'either' ? ['drawn', 'picture_invalid'] : [file.ends], file.says).toContain(code)
      if (reply.status !== 200) return
      const { url, width, height } = reply.body.data as { url: string; width: number; height: number }
      const headers = { cookie: `sid=${one.who.cookies.get('sid')}` }
      const got = await fetch(`${server.url}${url}`, { headers })
      const bytes = Buffer.from(await got.arrayBuffer())
      const format = purpose === 'signature' ? 'png' : 'jpeg'
      expect(got.headers.get('content-type'), file.says).toBe(`image/${format}`)
      expect(got.headers.get('cache-control')).toBe('private, no-store')
      expect(got.headers.get('x-content-type-options')).toBe('nosniff')
      expect(got.headers.get('content-security-policy')).toBe(
        "default-src 'none'; sandbox; frame-ancestors 'none'",
      )
      expect(got.headers.get('content-disposition')).toBe(`attachment; filename="picture.${format}"`)
      const known = await sharp(bytes).metadata()
      expect(known, file.says).toMatchObject({ format, width, height })
      for (const part of ['exif', 'icc', 'iptc', 'xmp', 'orientation', 'comments'] as const) {
        expect(known[part], `${file.says}: ${part}`).toBeUndefined()
      }
      expect(Math.max(width, height), file.says).toBeLessThanOrEqual(1_024)
      expect(bytes.includes(CANARY) || bytes.includes('<script'), file.says).toBe(false)
    }
    for (let at = 0; at < list.length; at += 2) await Promise.all(list.slice(at, at + 2).map(send))
  }
  expect((await fetch(`${server.url}/livez`)).status).toBe(200)
}, 400_000)

test('a user’s pictures are limited per day, and the next day starts at zero', async () => {
  const one = await somebody()
  const small = await sharp(await photo(64))
    .png()
    .toBuffer()
  const { id } = await uploaded(one, 'front', small)
  await sql`
    insert into loan_picture select gen_random_uuid(), user_id, purpose, null, width, height, 20 * 1024 * 1024 - 2 * bytes, hash,
      key_number, wrapped_key, decode(repeat('00', 20 * 1024 * 1024 - 2 * bytes + 28), 'hex'), at_ms
    from loan_picture where id = ${id}`.execute(server.database.database.db)
  // The same picture would fill the day to the last byte.
  const refused = await upload(one, 'back', small)
  expect(refused.body).toMatchObject({ code: 'too_many_requests', data: { seconds: '86400' } })
  clock.advance(24 * 3_600_000 + 1)
  await server.app.idle()
  await signIn(one.who, wallet(one.number))
  expect((await upload(one, 'back', small)).status).toBe(200)
})

test('records move to the newest key without being decrypted, and open without the older key', async () => {
  const one = await somebody()
  const id = await submit(one)
  const { db } = server.database.database
  const { vaultKeys } = server.app.runtime.keys
  const second = new Map([[2, randomBytes(32)]])
  const both = new Map([...vaultKeys, ...second])
  const userId = Number(
    (await db.selectFrom('loan_application').select('user_id').where('id', '=', id).executeTakeFirstOrThrow())
      .user_id,
  )
  const file = (vault: typeof vaultKeys) => sealedFile({ db, vault }, { userId, id, nowMs: clock.nowMs() })
  const before = await file(vaultKeys)
  const bytes = () =>
    sql<{
      all: string
    }>`select md5(string_agg(sealed::text, '' order by id)) as all from loan_picture`.execute(db)
  const sealed = (await bytes()).rows
  // One record of an earlier test cannot be decrypted; it is left out.
  await sql`delete from loan_draft`.execute(db)
  await sql`delete from loan_picture where bytes > 19 * 1024 * 1024`.execute(db)
  const kept = (await bytes()).rows
  let moved = 0
  for (let round = -1; round !== moved;) {
    round = moved
    moved += await transact(db, (tx) => rewrapOld(tx, both))
  }
  expect(moved).toBeGreaterThan(4)
  await checkKeys({ db, vault: second })
  await expect(checkKeys({ db, vault: vaultKeys })).rejects.toThrow('vaultKeys 2')
  expect((await bytes()).rows).toEqual(kept)
  expect(sealed).toHaveLength(1)
  expect(await file(second)).toEqual(before)
  await expect(file(vaultKeys)).rejects.toThrow('vault key 2')
  // The owner's reads are counted, except failed ones.
  const counted = await db
    .selectFrom('loan_own_view')
    .select('times')
    .where('user_id', '=', BigInt(userId))
    .execute()
  expect(counted.reduce((sum, { times }) => sum + times, 0)).toBeGreaterThanOrEqual(4)
  expect(await newest(one)).toMatchObject({ viewed: 0 })
})
