import { ENTRY_OF } from '@tickmark/core/log/entries.testing'
import { entryBody } from '@tickmark/core/log/log'
import { isRecordOf } from '@tickmark/core/record/readRecord'
import { totalOf } from '@tickmark/core/record/recordFigures'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { transact } from '../db/transact.ts'
import { runAudit } from '../app/audit/audit.ts'
import { askOf, codeOf, START_PRICE, type OrderFixture } from '../orders/orders.testing.ts'
import { silentLog } from '../platform/log.ts'
import { buildDay } from './buildDay.ts'
import { readDayLines } from './dayLines.ts'
import { createKeeping } from './keepRecord.ts'
import {
  DAY,
  entriesOf,
  fileText,
  NEXT_DAY,
  openRecordFixture,
  orderLinesOf,
  placeOrder,
  readText,
  toNextDay,
} from './record.testing.ts'
import { recordAnswers } from './routes.ts'
import { readDay, readFigures } from './store.ts'
import { createToday } from './todayFigures.ts'

let fixture: OrderFixture
beforeEach(async () => {
  fixture = await openRecordFixture()
})
afterEach(() => fixture.close())

const db = () => fixture.deps.db

/** Three orders that end within the day: two win, one loses. */
async function playMinute(): Promise<string[]> {
  const orders = []
  for (const type of [0, 0, 1]) orders.push(await placeOrder(fixture, { type }))
  await fixture.pass(3)
  fixture.prices.set(1, START_PRICE + 10_000_000_000n)
  await fixture.pass(62)
  return orders.map((one) => one.ticket)
}

test('once a day is over, its record is made, logged once, and has a line for each settled order', async () => {
  const tickets = await playMinute()
  expect(await entriesOf(db())).toEqual([])
  await toNextDay(fixture)
  const [entry, ...more] = await entriesOf(db())
  expect([entry?.day, entry?.orders, entry?.withdrawals, entry?.rules, more]).toEqual([DAY, 3, 0, 2, []])
  const text = await fileText(db(), DAY)
  const lines = orderLinesOf(text)
  expect(new Set(lines.map((one) => one.ticket))).toEqual(new Set(tickets))
  expect(lines.map((one) => one.outcome).toSorted()).toEqual(['lost', 'won', 'won'])
  expect(text).not.toMatch(/"(user|order)":/)
  const read = readText(text)
  expect([read.problem, entry && isRecordOf(read, entry)]).toEqual([null, true])
  expect(await readFigures(db(), DAY)).toEqual(read.figures)
  expect(totalOf(read.figures.simulated)).toMatchObject({ orders: 3, won: 2, lost: 1 })
  expect(read.figures.real.groups).toEqual([])
  expect(await runAudit(fixture.test.database)).toEqual([])
  await fixture.pass(5)
  expect(await entriesOf(db())).toHaveLength(1)
})

test('an order settled after midnight belongs to the day that settled it, and a day without orders has a record', async () => {
  await toNextDay(fixture)
  fixture.clock.advance(86_400_000 - (fixture.clock.nowMs() % 86_400_000) - 30_000)
  await fixture.pass(1)
  const { ticket } = await placeOrder(fixture)
  await fixture.pass(64)
  await toNextDay(fixture)
  expect((await entriesOf(db())).map((one) => [one.day, one.orders])).toEqual([
    [DAY, 0],
    [NEXT_DAY, 0],
    ['2026-11-23', 1],
  ])
  expect(orderLinesOf(await fileText(db(), '2026-11-23'))[0]?.ticket).toBe(ticket)
})

test('the same books give the same bytes, with either search and every time', async () => {
  for (let i = 0; i < 25; i++) {
    await placeOrder(fixture, { user: (i % 3) + 1, type: i % 2, place: i % 3, stake: String(1 + (i % 7)) })
    fixture.prices.set(1, START_PRICE + BigInt((i * 7_919) % 13) * 100_000_000n)
    await fixture.pass(1 + (i % 4))
  }
  await fixture.pass(64)
  await toNextDay(fixture)
  const text = await fileText(db(), DAY)
  expect(orderLinesOf(text)).toHaveLength(25)
  for (const usual of [true, false]) {
    let again = ''
    const read = await transact(db(), (tx) => readDayLines(tx, DAY, usual, (lines) => void (again += lines)))
    expect(again).toBe(text)
    expect(read).toEqual(readText(text))
  }
  expect(await buildDay(db(), DAY)).toBe('exists')
})

test('an unfinished record is made by the next attempt, and two attempts at once make one', async () => {
  await playMinute()
  fixture.clock.advance(86_400_000 - (fixture.clock.nowMs() % 86_400_000) + 250)
  await sql`create function fail() returns trigger language plpgsql as $$ begin raise exception 'cut'; end $$`.execute(
    db(),
  )
  await sql`create trigger cut before insert on record_day for each row execute function fail()`.execute(db())
  await fixture.pass(3)
  expect(await entriesOf(db())).toEqual([])
  const parts = await sql`select from record_part`.execute(db())
  expect(parts.rows).toEqual([])
  await sql`drop trigger cut on record_day`.execute(db())
  const both = await Promise.all([buildDay(db(), DAY), buildDay(db(), DAY)])
  expect(both.filter((one) => one === 'made')).toHaveLength(1)
  await fixture.pass(1)
  expect((await entriesOf(db())).map((one) => one.orders)).toEqual([3])
})

test('a record that could not be made is tried again after a minute, by the writer of the log alone', async () => {
  await playMinute()
  await sql`create function fail() returns trigger language plpgsql as $$ begin raise exception 'cut'; end $$`.execute(
    db(),
  )
  await sql`create trigger cut before insert on record_day for each row execute function fail()`.execute(db())
  let failures = 0
  let isWriting = true
  const keep = createKeeping({
    db: db(),
    log: { ...silentLog(), error: () => failures++ },
    isWriting: () => isWriting,
    signal: new AbortController().signal,
  })
  const midnight = Date.parse(NEXT_DAY)
  for (const [atMs, failed] of [
    [midnight - 1, 0],
    [midnight, 1],
    [midnight + 59_999, 1],
    [midnight + 60_000, 2],
  ] as const) {
    await keep(atMs)
    expect([atMs, failures]).toEqual([atMs, failed])
  }
  await sql`drop trigger cut on record_day`.execute(db())
  isWriting = false
  await keep(midnight + 120_000)
  expect(await readDay(db(), DAY)).toBeNull()
  isWriting = true
  await keep(midnight + 120_000)
  expect(await readDay(db(), DAY)).toMatchObject({ day: DAY, logSeq: null })
})

test('a record is shown once the log has it', async () => {
  const { getRecord } = recordAnswers(db(), createToday(db(), fixture.clock))
  const shown = (day?: string) => codeOf(getRecord({ day }, askOf(fixture.clock, 1)))
  expect(await buildDay(db(), DAY)).toBe('made')
  expect([await shown(DAY), (await getRecord({}, askOf(fixture.clock, 1))).days]).toEqual(['not_found', []])
  await fixture.pass(2)
  expect([await shown(DAY), await entriesOf(db())]).toMatchObject(['ok', [{ day: DAY }]])
})

test('the figures of the present day are added up anew after 30 seconds', async () => {
  const today = createToday(db(), fixture.clock)
  const first = await today()
  const later = async (ms: number) => {
    fixture.clock.advance(ms)
    return (await today()).asOf - first.asOf
  }
  expect([await later(29_999), await later(1)]).toEqual([0, 30_000])
})

test('the record tells the newest audit of the log, with what the house owed in the real book', async () => {
  const { getRecord } = recordAnswers(db(), createToday(db(), fixture.clock))
  const told = async () => (await getRecord({}, askOf(fixture.clock, 1))).audited
  expect(await told()).toBeNull()
  const root = 'ab'.repeat(32)
  const liabilities = [
    { book: 'real', currency: 'BTC', amount: '25000000', root },
    { book: 'real', currency: 'USDT', amount: '9223372036854775807', root },
    { book: 'simulated', currency: 'USDT', amount: '7', root },
  ] as const
  for (const [seq, until] of [
    [1_000_001, 5],
    [1_000_002, 6],
  ] as const) {
    const body = entryBody({ ...ENTRY_OF.audited, seq, at: 9, size: 4, until, whole: 3, liabilities })
    await transact(db(), async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`insert into log_entry (seq, at, kind, body, leaf)
        values (${seq}::bigint, 9, 'audited', ${body}, sha256(''))`.execute(tx)
    })
  }
  expect(await told()).toEqual({
    seq: 1_000_002,
    until: 6,
    whole: 3,
    owed: [
      { currency: 'BTC', amount: '0.25' },
      { currency: 'USDT', amount: '92233720368.54775807' },
    ],
  })
})

test('a server that stops does not wait for a record in progress, and the next start makes it', async () => {
  // The clock stays before midnight, so that only this test makes the day: another maker would hold the lock.
  await playMinute()
  await sql`create function wait() returns trigger language plpgsql as $$ begin perform pg_sleep(600); return new; end $$`.execute(
    db(),
  )
  await sql`create trigger wait before insert on record_day for each row execute function wait()`.execute(
    db(),
  )
  const stop = new AbortController()
  const making = buildDay(db(), DAY, stop.signal)
  const isWaiting = sql<{ is: boolean }>`select exists (
    select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep') as is`
  while (!(await isWaiting.execute(db())).rows[0]?.is) await new Promise(setImmediate)
  stop.abort()
  await expect(making).rejects.toThrow(/canceling statement due to user request/)
  await expect(buildDay(db(), DAY, stop.signal)).rejects.toThrow(/aborted/)
  expect((await sql`select from record_part`.execute(db())).rows).toEqual([])
  await sql`drop trigger wait on record_day`.execute(db())
  expect(await buildDay(db(), DAY)).toBe('made')
})

test('results of orders placed long before are still found', async () => {
  await playMinute()
  for (const table of ['placed_order', 'settled_order'])
    await pastTheGuards(`update ${table} set id = ('01800000-0000-7000-8000-' || substr(id::text, 25))::uuid`)
  await toNextDay(fixture)
  expect((await entriesOf(db())).map((one) => one.orders)).toEqual([3])
})

/** What an owner of the database might do to the past, and where the audit finds it. */
test.each([
  [
    'drops a line of the file',
    `update record_part set lines = ''::bytea || '\\x1f8b0800000000000003030000000000000000000000'::bytea`,
    /^file of 2026-11-21/,
  ],
  [
    'turns a win into a loss',
    `update settled_order s set outcome = 2, net = -stake from placed_order p where p.id = s.id and outcome = 1`,
    /^log entry \d+$/,
  ],
  [
    'forgets an order',
    `update settled_order set receipt_batch = receipt_batch + 100000 where outcome = 2`,
    /.*/,
  ],
  [
    'forgets a day',
    `update log_entry set body = replace(body, '2026-11-21', '2026-11-20') where kind = 'record'`,
    /^the log$/,
  ],
  [
    'names other rules in it than the newest',
    `update log_entry set body = replace(body, '"rules":2', '"rules":1') where kind = 'record'`,
    /^log entry \d+$/,
  ],
  [
    'changes the figures',
    `update record_day set figures = replace(figures, '"won":2', '"won":3')`,
    /^figures of/,
  ],
])('somebody who %s is found by the audit', async (_what, statement, where) => {
  await playMinute()
  await toNextDay(fixture)
  await pastTheGuards(statement)
  const found = await runAudit(fixture.test.database).then(
    (findings) => findings.filter((one) => one.number === 18).map((one) => one.where),
    (thrown: Error) => [thrown.message],
  )
  expect(found).toContainEqual(expect.stringMatching(where))
})

test('a record and its parts are never changed', async () => {
  await playMinute()
  await toNextDay(fixture)
  for (const table of ['record_day', 'record_part'].map((name) => sql.table(name))) {
    await expect(sql`truncate ${table} cascade`.execute(db())).rejects.toThrow(/append-only/)
    await expect(sql`update ${table} set day = day`.execute(db())).rejects.toThrow(
      /never changed|append-only/,
    )
    await expect(sql`delete from ${table}`.execute(db())).rejects.toThrow(/never changed|append-only/)
  }
})

async function pastTheGuards(statement: string): Promise<void> {
  await transact(db(), async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql.raw(statement).execute(tx)
  })
}
