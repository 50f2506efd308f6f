import { parseWithdrawalPromise } from '@tickmark/core/evidence/withdrawalPromise'
import { parseEntry, type LogEntry } from '@tickmark/core/log/log'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { transact } from '../../db/transact.ts'
import type { Finding } from '../../module/finding.ts'
import { marketDeps } from '../../market/market.testing.ts'
import { openMarket, type Market } from '../../market/market.ts'
import { readKinds } from '../../market/store.ts'
import { paperChain, txidOf, type PaperChain } from '../paperChain.testing.ts'
import { castVote } from '../approval/refreshApprovals.ts'
import { createPayoutWorker, type PayoutWorker } from '../payout/payoutWorker.ts'
import {
  CHAIN_ROW,
  logTick,
  newAddress,
  openWithdrawalFixture,
  USDT,
  type Owner,
  type WithdrawalFixture,
} from '../withdrawals.testing.ts'
import { auditPromises } from './auditPromises.ts'
import { collectEnds } from './collectEnds.ts'
import { collectPromises } from './collectPromises.ts'

let paper: PaperChain
let fixture: WithdrawalFixture
let market: Market
let paying: PayoutWorker
let owner: Owner
beforeAll(async () => {
  paper = paperChain()
  fixture = await openWithdrawalFixture({ chains: paper.chains, signer: paper.signer, ownLog: true })
  const { database, receipts } = fixture.deps
  market = await openMarket(marketDeps(database, fixture.clock, { receiptsKey: receipts.publicKey }))
  market.beforeTick(collectPromises)
  market.beforeTick(collectEnds)
  await market.start()
  fixture.deps.market = market
  fixture.deps.price = (pid) => market.figures().get(pid)?.price ?? null
  paying = createPayoutWorker(fixture.deps)
  owner = await fixture.addOwner({ [USDT]: '100000' })
})
afterAll(async () => {
  await paying.stop()
  await market.stop()
  await fixture.close()
})

const db = () => fixture.deps.database.db

async function tick(): Promise<void> {
  fixture.clock.advance(1_000)
  await market.idle()
}

const ask = (amount: string) => fixture.withdraw(owner, { amount, to: newAddress() })
const cancel = (id: string) => fixture.answers.cancelWithdrawal({ id }, fixture.ask(owner))

/** The newest `withdrawn` entries, oldest first. */
async function entries(after = 0): Promise<LogEntry[]> {
  const all = (await readKinds(db(), ['withdrawn'])).map(({ body }) => parseEntry(body))
  return all.filter((one) => one !== null).filter((one) => one.seq > after)
}

let before = 0
beforeEach(() => void (before = market.head()?.size ?? 0))

test('the log tells how each promised withdrawal ended, each once and in turn', async () => {
  const cancelled = await ask('10')
  await cancel(cancelled)
  const paid = await ask('20')
  await tick()
  expect(await entries(before)).toEqual([])
  await tick()
  expect(await entries(before)).toMatchObject([
    { first: 1, ends: [{ promise: 1, end: 'cancelled', tx: '' }] },
  ])
  await paying.idle()
  await tick()
  expect(await entries(before)).toHaveLength(1)
  paper.mine(txidOf(1), 101)
  paper.count = 1
  paper.head = 101 + CHAIN_ROW.confirmations
  await paying.idle()
  const reverted = await ask('30')
  const failing = await ask('40')
  paper.wouldFail = async () => paper.orders.length > 1
  await paying.idle()
  paper.mine(txidOf(2), 105, { status: 0 })
  paper.count = 2
  paper.head = 105 + CHAIN_ROW.confirmations
  await paying.idle()
  for (let i = 0; i < 3; i++) await tick()
  expect(await entries(before)).toMatchObject([
    { first: 1 },
    { first: 2, ends: [{ promise: 2, end: 'paid', tx: txidOf(1) }] },
    {
      first: 3,
      ends: [
        { promise: 3, end: 'returned', tx: txidOf(2) },
        { promise: 4, end: 'returned', tx: '' },
      ],
    },
  ])
  const { rows } = await sql<{ id: string }>`
    select withdrawal as id from withdrawal_promise order by end_number`.execute(db())
  expect(rows.map(({ id }) => id)).toEqual([cancelled, paid, reverted, failing])
  expect(await fixture.findings()).toEqual([])
})

test('the entry that tells an end is shown in each log that has it; in a shorter one, the last entry', async () => {
  const size = market.head()?.size ?? 0
  const { rows } = await sql<{ seq: bigint }>`
    select end_seq as seq from withdrawal_promise where number = 2`.execute(db())
  const seq = Number(rows[0]?.seq)
  const show = async (number: number, of: number) =>
    (await fixture.answers.getLoggedEnd({ number, size: of }, fixture.ask(owner))).segment
  expect(parseEntry((await show(2, size))?.bodies[0] ?? '')).toMatchObject({ seq, kind: 'withdrawn' })
  expect((await show(2, seq))?.from).toBe(seq - 1)
  expect((await show(2, seq - 1))?.from).toBe(seq - 2)
  expect((await show(2, size + 1_000))?.right).toEqual((await show(2, size))?.right)
  expect(await show(9_999, size)).toBeNull()
  expect(await show(2, 0)).toBeNull()
})

test('the log tells of a withdrawal that operators rejected', async () => {
  const id = await ask('20000')
  for (const operator of ['ann', 'ben']) {
    const decision = { approves: false, reason: 'owner_asked' } as const
    await castVote(fixture.deps, { withdrawalId: id, operator, decision })
  }
  for (let i = 0; i < 2; i++) await tick()
  expect(await entries(before)).toMatchObject([{ ends: [{ promise: 5, end: 'refused', tx: '' }] }])
})

test('an end is logged under no second before it happened', async () => {
  await cancel(await ask('10'))
  await tick()
  const undone = new Error('undone')
  const found: number[] = []
  const trial = transact(db(), async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update withdrawal_promise set end_seq = null, end_number = null where number = 6`.execute(tx)
    const { rows } = await sql<{ at: bigint }>`
      select state_at as at from withdrawal join withdrawal_promise p on p.withdrawal = id where number = 6`.execute(
      tx,
    )
    const atMs = Number(rows[0]?.at)
    for (const ms of [atMs - 1, atMs]) found.push((await collectEnds(tx, ms)).length)
    throw undone
  })
  await expect(trial).rejects.toBe(undone)
  expect(found).toEqual([0, 1])
  await tick()
})

test.each([
  [
    `update withdrawal set reason = 'no_reason' where id = (select withdrawal from withdrawal_promise where number = 1)`,
    'log entry',
  ],
  [
    `update withdrawal set txid = '${txidOf(9)}' where id = (select withdrawal from withdrawal_promise where number = 2)`,
    'log entry',
  ],
  ['update withdrawal_promise set end_number = 9 where number = 1', 'log entry'],
  ['update withdrawal_promise set end_seq = null, end_number = null where number = 3', 'log entry'],
  ['update withdrawal_promise set end_seq = end_seq + 1 where number = 4', 'log entry'],
  [
    `update withdrawal set state_at = 5 where id = (select withdrawal from withdrawal_promise where number = 3);
    update withdrawal_promise set end_seq = null, end_number = null where number = 3`,
    'end of promise 3',
  ],
])('the audit compares the ends in the log with the withdrawals after: %s', async (statement, place) => {
  let found: Finding[] = []
  const undone = new Error('undone')
  const trial = transact(db(), async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const one of statement.split(';')) await sql.raw(one).execute(tx)
    found = await auditPromises(tx, null)
    throw undone
  })
  await expect(trial).rejects.toBe(undone)
  expect(found.filter(({ where }) => where.startsWith(place))).not.toEqual([])
})

/** The findings that say of a promise that it has no end, when the log's newest tick is this long after its due time. */
async function keptAfter(afterMs: number, more: (dueMs: number) => string): Promise<string[]> {
  const undone = new Error('undone')
  let found: Finding[] = []
  const trial = transact(db(), async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    const { rows } = await sql<{ text: string }>`
      select text from withdrawal_promise order by number desc limit 1`.execute(tx)
    const dueMs = parseWithdrawalPromise(rows[0]?.text ?? '')?.due ?? 0
    await logTick(tx, 1_000_000, dueMs + afterMs, 1n)
    await sql.raw(more(dueMs)).execute(tx)
    found = await auditPromises(tx, { atMs: dueMs, logSize: market.head()?.size ?? 0, carried: {} })
    throw undone
  })
  await expect(trial).rejects.toBe(undone)
  return found.map(({ where, expected }) => `${where}: ${expected.replace(/\d+/, 'its due time')}`)
}

describe('a withdrawal that is held past its due time', () => {
  const HOUR = 3_600_000
  const KEPT = ['an end by its due time']
  let place = ''
  beforeAll(async () => {
    await ask('20001')
    await tick()
    const { rows } = await sql<{
      number: bigint
    }>`select max(number) as number from withdrawal_promise`.execute(db())
    place = `promise ${rows[0]?.number}`
  })
  const halted = (atMs: number) =>
    `insert into chain_state values (1, 1, 'x', 'reorganised', ${atMs}) on conflict (chain)
      do update set halted_because = excluded.halted_because, halted_at_ms = excluded.halted_at_ms`
  const resumed = (haltedAtMs: number, atMs: number) =>
    `insert into chain_resume values (gen_random_uuid(), 1, ${haltedAtMs}, ${atMs})`
  const paid = "txid = 'x', block = 1, fee = 0, gas = 0"
  const stands = (state: number, also = 'reason = null') =>
    `update withdrawal set state = ${state}, state_at = 9e15, ${also} where amount = 20001e8`

  test.each<[string, afterMs: number, more: (dueMs: number) => string, found: string[]]>([
    ['not before six hours have passed', 6 * HOUR, () => 'select 1', []],
    ['then', 6 * HOUR + 1_000, () => 'select 1', KEPT],
    ['in whatever state', 7 * HOUR, () => stands(5), KEPT],
    ['a month later', 720 * HOUR, () => stands(2), KEPT],
    ['with a promise that tells no due time', 0, () => "update withdrawal_promise set text = '{}'", KEPT],
    ['unless it was paid', 7 * HOUR, () => stands(6, paid), []],
    ['unless its money is back', 7 * HOUR, () => stands(9), []],
    ['unless its network is halted', 720 * HOUR, halted, []],
    ['also when its network was halted later', 7 * HOUR, (dueMs) => halted(dueMs + 1), KEPT],
    ['unless a halt ended lately', 48 * HOUR, (dueMs) => resumed(dueMs, dueMs + 43 * HOUR), []],
    ['when a halt ended long ago', 48 * HOUR, (dueMs) => resumed(dueMs, dueMs + 41 * HOUR), KEPT],
    ['when a later halt ended lately', 48 * HOUR, (dueMs) => resumed(dueMs + 1, dueMs + 43 * HOUR), KEPT],
  ])('is found by the audit, %s', async (_, afterMs, more, found) => {
    expect(await keptAfter(afterMs, more)).toEqual(found.map((one) => `${place}: ${one}`))
  })
})

test('a step of the audit goes on after the ends that the last one has read', async () => {
  const logSize = market.head()?.size ?? 0
  await cancel(await ask('10'))
  for (let i = 0; i < 2; i++) await tick()
  expect(await entries(logSize)).toHaveLength(1)
  const since = { atMs: 0, logSize } as Parameters<typeof auditPromises>[1]
  expect(await transact(db(), (tx) => auditPromises(tx, since))).toEqual([])
})

test.each([
  'update withdrawal_promise set end_seq = end_seq + 1 where number = 1',
  'update withdrawal_promise set end_seq = null, end_number = null where number = (select max(number) from withdrawal_promise)',
])('nobody can run: %s', async (statement) => {
  await expect(sql.raw(statement).execute(db())).rejects.toThrow(/is logged once/)
})
