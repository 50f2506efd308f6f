import { readJson } from '@tickmark/core/json'
import { parseCheckpoint } from '@tickmark/core/log/checkpoint'
import { splitNote } from '@tickmark/core/log/note'
import { findLeaf } from '@tickmark/core/receipts/batches'
import { crypto } from '@tickmark/core/receipts/nodeCrypto.testing'
import { checkWithdrawalFile } from '@tickmark/core/evidence/checkWithdrawalFile'
import { intentCrypto } from '@tickmark/core/evidence/toyWithdrawal.testing'
import {
  isPromisedBy,
  leafOfWithdrawal,
  WITHDRAWAL_FORMAT,
  withdrawalPromiseText,
  type WithdrawalFile,
  type WithdrawalPromise,
} from '@tickmark/core/evidence/withdrawalPromise'
import type { WithdrawalIntent } from '@tickmark/core/wallet/withdrawalIntent'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../../db/transact.ts'
import type { Finding } from '../../module/finding.ts'
import { openMarket, type Market } from '../../market/market.ts'
import { signerOf } from '../../platform/keys.ts'
import { segmentOf } from '../../market/log/proof.ts'
import { marketDeps } from '../../market/market.testing.ts'
import {
  newAddress,
  openWithdrawalFixture,
  signIntent,
  typeOf,
  USDT,
  type Owner,
  type WithdrawalFixture,
} from '../withdrawals.testing.ts'
import { auditPromises } from './auditPromises.ts'
import { collectPromises } from './collectPromises.ts'
import { promiseTrouble } from './latePromises.ts'
import { placeOfPromise } from './shownPromise.ts'

let fixture: WithdrawalFixture
let market: Market
let owner: Owner
beforeAll(async () => {
  fixture = await openWithdrawalFixture({ ownLog: true })
  const { database, receipts } = fixture.deps
  market = await openMarket(marketDeps(database, fixture.clock, { receiptsKey: receipts.publicKey }))
  market.beforeTick(collectPromises)
  await market.start()
  fixture.deps.market = market
  fixture.deps.price = (pid) => market.figures().get(pid)?.price ?? null
  owner = await fixture.addOwner({ [USDT]: '100000' })
})
afterAll(async () => {
  await market.stop()
  await fixture.close()
})

async function tick(): Promise<void> {
  fixture.clock.advance(1_000)
  await market.idle()
}

/** Requests a withdrawal; returns the answer's file, and a repetition of the request under the same key. */
async function request(amount: string) {
  const asked = { typeId: typeOf(USDT), destination: newAddress(), amount }
  const context = fixture.ask(owner)
  const offer = await fixture.answers.withdrawalIntent(asked, context)
  const signature = signIntent(offer.fields as unknown as WithdrawalIntent, owner.key)
  const send = async () => {
    const sent = { ...asked, intent: offer.intent, signature, code: '' }
    const { id, promise } = await fixture.answers.cash_out(sent, context)
    const file = { format: WITHDRAWAL_FORMAT, ...(readJson(promise) as object), keys: market.keys() }
    return { id, file: file as WithdrawalFile }
  }
  return { ...(await send()), again: send }
}

async function found(statement: WithdrawalPromise) {
  const head = parseCheckpoint(splitNote(market.head()?.note ?? '')?.text ?? '')
  const shown = await placeOfPromise(fixture.deps.database.db, statement.number)
  if (!head || !shown) return null
  const { seq, place } = shown
  const segment = await segmentOf(fixture.deps.database.db, { from: seq, to: seq }, head.size)
  return findLeaf(leafOfWithdrawal(statement), { segment, place }, head, crypto)
}

test('an accepted withdrawal has a signed promise, again under its key, which the log has within 3 s', async () => {
  const { id, file, again } = await request('40')
  const all = { ...crypto, ...intentCrypto }
  const known = { ...market.keys(), owner: owner.address, site: 'localhost' }
  expect(checkWithdrawalFile(file, all, known).verdict).toBe('holds')
  const { statement } = file
  expect(statement).toMatchObject({ number: 1, id, account: owner.address, at: fixture.clock.nowMs() })
  expect(statement.due - statement.at).toBe(96 * 3_600_000)
  expect(await found(statement)).toBeNull()
  await tick()
  const logged = await found(statement)
  expect(logged).toMatchObject({ is: 'logged' })
  expect((logged?.atMs ?? 0) - statement.at).toBeLessThan(3_000)
  expect((await again()).file).toMatchObject({ statement, signature: file.signature })
  expect(await fixture.findings()).toEqual([])
})

test('promises go on without gaps, one of operators is due a week later, and one entry has all of a second', async () => {
  const files = [await request('10'), await request('20000')].map(({ file }) => file)
  expect(files.map(({ statement }) => statement.number)).toEqual([2, 3])
  const [soon, later] = files.map(({ statement }) => statement.due)
  expect((later ?? 0) - (soon ?? 0)).toBe(7 * 86_400_000)
  await tick()
  const places = await Promise.all([2, 3].map((number) => placeOfPromise(fixture.deps.database.db, number)))
  expect(places[0]?.seq).toBe(places[1]?.seq)
  for (const { statement } of files) expect(await found(statement)).toMatchObject({ is: 'logged' })
  const [first] = files
  if (!first) throw new Error('there is one')
  const forged = { ...first.statement, due: first.statement.due + 1 }
  expect(await found(forged)).toMatchObject({ is: 'other' })
  expect(await fixture.findings()).toEqual([])
})

test.each([
  ['update withdrawal_promise set text = text || $$ $$ where number = 2', ['promise 2', 'log entry']],
  ['update withdrawal_promise set log_seq = null where number = 2', ['log entry']],
  ['update withdrawal_promise set log_seq = null, at_ms = 5 where number = 2', ['promise 2', 'log entry']],
  ['update withdrawal_promise set log_seq = 1 where number = 3', ['log entry']],
  ['delete from withdrawal_promise where number = 3', ['withdrawal', 'log entry']],
  ['update withdrawal_promise set number = 9 where number = 3', ['promise 3']],
])('the audit compares promises, withdrawals and the log after: %s', async (statement, places) => {
  let found: Finding[] = []
  const undone = new Error('undone')
  const trial = transact(fixture.deps.database.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql.raw(statement).execute(tx)
    found = await auditPromises(tx, null)
    throw undone
  })
  await expect(trial).rejects.toBe(undone)
  const where = found.map((one) => one.where)
  expect(places.filter((place) => !where.some((one) => one.startsWith(place)))).toEqual([])
})

test('an entry ends before a promise that is later than its tick, whatever comes after that one', async () => {
  const made = [await request('11'), await request('12'), await request('13')]
  const [first, middle, last] = made.map(({ file }) => file.statement.number)
  const nowMs = fixture.clock.nowMs()
  const undone = new Error('undone')
  const entries: unknown[] = []
  const trial = transact(fixture.deps.database.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update withdrawal_promise set at_ms = at_ms + 500 where number = ${middle}`.execute(tx)
    for (const atMs of [nowMs - 1, nowMs, nowMs + 500])
      entries.push((await collectPromises(tx, atMs)).map(({ entry }) => entry))
    throw undone
  })
  await expect(trial).rejects.toBe(undone)
  expect(entries).toMatchObject([
    [],
    [{ kind: 'withdrawals', count: 1, first, last: first }],
    [{ kind: 'withdrawals', count: 3, first, last }],
  ])
  await tick()
  expect(await fixture.findings()).toEqual([])
})

test.each([
  'update withdrawal_promise set number = 9 where number = 1',
  'delete from withdrawal_promise',
  'update withdrawal_promise set log_seq = 1',
])('nobody can run: %s', async (statement) => {
  await expect(sql.raw(statement).execute(fixture.deps.database.db)).rejects.toThrow(/a promise is/)
})

test('after a change of keys, the same request gets its promise under the present one', async () => {
  const { file, again } = await request('21')
  const { receipts: before, market: followed } = fixture.deps
  const next = signerOf(new Uint8Array(32).fill(8))
  fixture.deps.receipts = next
  // A promise that no key of the log has signed stays as it is.
  for (const [known, by] of [
    [[next.publicKey, before.publicKey], next],
    [[next.publicKey], before],
  ] as const) {
    fixture.deps.market = { ...followed, receiptsKeys: async () => known }
    const { file: shown } = await again()
    expect(shown.statement).toEqual(file.statement)
    expect(isPromisedBy(shown, by.publicKey, crypto)).toBe(true)
  }
  Object.assign(fixture.deps, { receipts: before, market: followed })
})

test('a promise says what its withdrawal says', async () => {
  const { file } = await request('20')
  const { rows } = await sql<{ text: string }>`
    select text from withdrawal_promise where withdrawal = ${file.statement.id}`.execute(
    fixture.deps.database.db,
  )
  expect(rows).toEqual([{ text: withdrawalPromiseText(file.statement) }])
})

test('monitoring hears of a promise that two ticks left out of the log, until one has it', async () => {
  const { clock } = fixture
  const after = (ms: number) => {
    const atMs = clock.nowMs() + ms
    return promiseTrouble({ db: fixture.deps.database.db, clock: { nowMs: () => atMs } }).look()
  }
  await tick()
  expect(await after(60_000)).toBeNull()
  await request('20')
  expect(await after(2_000)).toBeNull()
  expect(await after(3_001)).toBe('a promise is not logged for 3 s')
  await tick()
  expect(await after(60_000)).toBeNull()
})
