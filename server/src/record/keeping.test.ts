import { ENTRY_OF } from '@tickmark/core/log/entries.testing'
import type { LogEntry } from '@tickmark/core/log/log'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loggedRow, tickRow } from '../market/log/rows.testing.ts'
import { bytes, id, write } from '../app/audit/edges.testing.ts'
import { createTestDatabase, type TestDatabase } from '../db/database.testing.ts'
import { LOCKS } from '../db/locks.ts'
import { transact } from '../db/transact.ts'
import { stillClock } from '../market/market.testing.ts'
import type { AuditFacts } from '../module/auditRule.ts'
import type { Runtime } from '../module/runtime.ts'
import { silentLog } from '../platform/log.ts'
import { recordAudit } from './audit.ts'
import { buildDay, collectRecords } from './buildDay.ts'
import { createKeeping } from './keepRecord.ts'
import { openRecord } from './module.ts'
import { firstEntryAt, lastDay, loggedDays, unloggedDays } from './store.ts'
import { createToday } from './todayFigures.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
const FIRST = Date.UTC(2026, 10, 21)

let own: TestDatabase
beforeAll(async () => {
  own = await createTestDatabase()
})
afterAll(() => own.close())
const db = () => own.database.db

const NOTHING = {
  record_day: [],
  record_part: [],
  receipt_batch: [],
  order_refusal: [],
  withdrawal_promise: [],
}

test('the days that are over get their records in order, from the writer of the log, and the log has them in order', async () => {
  const start = { ...ENTRY_OF.keys, seq: 1, at: FIRST + 12 * HOUR }
  const failures: unknown[] = []
  let isWriting = false
  const keep = createKeeping({
    db: db(),
    log: { ...silentLog(), error: (...told) => failures.push(told) },
    isWriting: () => isWriting,
    signal: new AbortController().signal,
  })
  const days = async () => (await unloggedDays(db())).map((one) => one.day)
  await write(db(), { ...NOTHING, log_entry: [] })
  isWriting = true
  await keep(FIRST + 3 * DAY)
  expect([await firstEntryAt(db()), await lastDay(db()), await days()]).toEqual([null, null, []])
  await write(db(), { log_entry: [loggedRow(start)] })
  isWriting = false
  await keep(FIRST + 3 * DAY)
  expect(await days()).toEqual([])
  isWriting = true
  await keep(FIRST + DAY - 1)
  expect(await days()).toEqual([])
  await keep(FIRST + DAY)
  expect(await days()).toEqual(['2026-11-21'])
  await transact(db(), async (tx) => {
    await sql`select pg_advisory_xact_lock(${LOCKS.records})`.execute(tx)
    expect(await buildDay(db(), '2026-11-22')).toBe('busy')
    await keep(FIRST + 3 * DAY)
  })
  expect(await days()).toEqual(['2026-11-21'])
  await keep(FIRST + 3 * DAY)
  expect(await days()).toEqual(['2026-11-21', '2026-11-22', '2026-11-23'])
  expect(await lastDay(db())).toBe('2026-11-23')
  expect([await firstEntryAt(db()), failures]).toEqual([start.at, []])
  const drafts = await transact(db(), collectRecords)
  expect(drafts.map(({ entry }) => [entry.kind, 'day' in entry && entry.day])).toEqual(
    ['2026-11-21', '2026-11-22', '2026-11-23'].map((day) => ['record', day]),
  )
  await transact(db(), async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const [at, draft] of drafts.slice(0, 2).entries()) await draft.onLogged?.(tx, 50 + at)
  })
  expect(await days()).toEqual(['2026-11-23'])
  expect((await loggedDays(db(), 9)).map((one) => [one.day, one.logSeq])).toEqual([
    ['2026-11-22', 51],
    ['2026-11-21', 50],
  ])
  expect((await loggedDays(db(), 1)).map((one) => one.day)).toEqual(['2026-11-22'])
  const anyOrder = ['2026-11-25', '2026-11-24', '2026-11-26']
  await write(db(), { record_day: anyOrder.map((day) => ({ day, figures: '{}' })) })
  expect(await days()).toEqual(anyOrder.toSorted())
})

/** A log of three days with their records, one of which tells a withdrawal. */
const at = (nth: number, ms = 0) => FIRST + nth * DAY + ms
async function threeDays(): Promise<void> {
  const log = [
    loggedRow({ ...ENTRY_OF.keys, seq: 1, at: at(0, HOUR) }),
    loggedRow({ ...ENTRY_OF.rules, seq: 2, at: at(0, HOUR) }),
    tickRow(3, at(0, HOUR)),
    loggedRow({ ...ENTRY_OF.withdrawals, seq: 4, at: at(1, HOUR) }),
    loggedRow({ ...ENTRY_OF.withdrawn, seq: 5, at: at(1, HOUR + 7_000) }),
    tickRow(6, at(1, HOUR + 7_000)),
    tickRow(7, at(3, 6 * HOUR)),
  ]
  await write(db(), {
    ...NOTHING,
    log_entry: log,
    withdrawal: [
      {
        id: id(1),
        state: 6,
        txid: '0x1',
        block: 1,
        fee: 0,
        gas: 0,
        state_at: 1,
        amount: 7,
        gas_price: 0,
        requested_at: 1,
        nonce: id(1),
        place: 1,
        needs_approval: false,
      },
    ],
    withdrawal_promise: [
      {
        number: 1,
        withdrawal: id(1),
        text: 'p',
        signature: bytes(64),
        log_seq: 4,
        end_seq: 5,
        end_number: 1,
      },
    ],
  })
  for (const nth of [0, 1, 2]) await buildDay(db(), new Date(at(nth)).toISOString().slice(0, 10))
  const drafts = await transact(db(), collectRecords)
  const records = drafts.map(({ entry }, nth) =>
    loggedRow({ ...ENTRY_OF.record, ...entry, seq: 10 + nth, at: at(nth + 1), rules: 2 } as LogEntry),
  )
  await transact(db(), async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const [nth, draft] of drafts.entries()) await draft.onLogged?.(tx, 10 + nth)
  })
  await write(db(), { log_entry: [...log, ...records] })
}

const inBody = (seq: number, from: string, to: string) =>
  `update log_entry set body = replace(body, '${from}', '${to}') where seq = ${seq}`

test('the audit names the day, entry or file of a record that is missing or differs from the books', async () => {
  await threeDays()
  const found = async (statement: string, logSize: number | null = null) => {
    const undone = new Error('undone')
    const places: string[] = []
    const trial = transact(db(), async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql.raw(statement).execute(tx)
      const since = logSize === null ? null : { atMs: 0, logSize, carried: {} }
      const facts = { since, next: null } as Partial<AuditFacts> as AuditFacts
      for (const rule of recordAudit) places.push(...(await rule.check(tx, facts)).map((one) => one.where))
      throw undone
    })
    await expect(trial).rejects.toBe(undone)
    return places
  }
  const last = `delete from log_entry where seq = 12`
  const lastTickAt = (ms: number) => `; update log_entry set at = ${ms} where seq = 7`
  const [first, second] = ['2026-11-21', '2026-11-22']
  const cases: [statement: string, places: string[], logSize?: number][] = [
    ['select 1', []],
    // The record of a day may come six hours late.
    [last, ['the log']],
    [last + lastTickAt(at(3, 6 * HOUR) - 1), []],
    [
      `${inBody(10, first, second)}; ${inBody(11, second, first)}`,
      [
        'the log',
        'log entry 10',
        'log entry 10',
        'log entry 11',
        `record of ${first}`,
        `record of ${second}`,
        `file of ${first}`,
        `file of ${second}`,
      ],
    ],
    [inBody(11, '"rules":2', '"rules":1'), ['log entry 11']],
    [inBody(11, `"at":${at(2)}`, `"at":${at(2) - 1}`), ['log entry 11']],
    [`update record_day set log_seq = 99 where day = '${second}'`, [`record of ${second}`]],
    [`update record_day set log_seq = null where day = '${second}'`, [`record of ${second}`]],
    [`delete from record_part`, [`file of ${second}`]],
    [
      `update record_day set figures = replace(figures, '"medianMs":7000', '"medianMs":6999')`,
      [`figures of ${second}`],
    ],
    [`update log_entry set at = at + 1 where seq = 5`, ['log entry 11', `figures of ${second}`]],
    [`update log_entry set at = at + 1 where seq = 5`, ['log entry 11', `figures of ${second}`], 10],
    [`update log_entry set at = at + 1 where seq = 5`, [], 11],
    [last, ['the log'], 12],
  ]
  for (const [statement, places, logSize] of cases)
    expect((await found(statement, logSize)).toSorted(), `${statement} ${logSize}`).toEqual(places.toSorted())
})

test('operators see since when records are missing, and of how many days', async () => {
  await threeDays()
  const market = { isWriting: () => true, beforeTick: () => {}, onTick: () => {} }
  const runtime = { database: own.database, clock: stillClock(FIRST), log: silentLog() }
  const { consolePart } = openRecord(
    runtime as unknown as Runtime,
    { market } as unknown as Parameters<typeof openRecord>[1],
  )
  const shown = async (nowMs: number) =>
    (await consolePart?.incidents?.(db(), nowMs))?.map((one) => [
      one.kind,
      one.since,
      one.until,
      one.where,
      one.detail,
    ])
  const missing = (detail: string) => ['recordMissing', at(4, HOUR), null, '2026-11-24', detail]
  expect(await shown(at(4, HOUR) - 1)).toEqual([])
  expect(await shown(at(4, HOUR))).toEqual([missing('1 day has no record')])
  expect(await shown(at(5, HOUR))).toEqual([missing('2 days have no record')])
  await write(db(), { record_day: [] })
  expect((await shown(at(1, HOUR)))?.[0]?.[3]).toBe('2026-11-21')
})

test('the record is kept at each tick and logged before the next, until the server stops', async () => {
  await write(db(), { ...NOTHING, log_entry: [loggedRow({ ...ENTRY_OF.keys, seq: 1, at: FIRST })] })
  const before: unknown[] = []
  const ticks: ((tick: { atMs: number }) => unknown)[] = []
  let isWriting = true
  const market = {
    isWriting: () => isWriting,
    beforeTick: (collect: unknown) => before.push(collect),
    onTick: (run: (typeof ticks)[0]) => ticks.push(run),
  }
  const runtime = { database: own.database, clock: stillClock(FIRST), log: silentLog() } as unknown as Runtime
  const module = openRecord(runtime, { market } as unknown as Parameters<typeof openRecord>[1])
  const tick = async (atMs: number) => {
    for (const run of ticks) await run({ atMs })
    return lastDay(db())
  }
  expect(before).toEqual([collectRecords])
  expect(await tick(at(1))).toBe('2026-11-21')
  isWriting = false
  expect(await tick(at(2))).toBe('2026-11-21')
  isWriting = true
  expect(await tick(at(2))).toBe('2026-11-22')
  await module.preClose?.()
  expect(await tick(at(3))).toBe('2026-11-22')
})

test('a day that could not be made is tried again after a minute', async () => {
  await write(db(), { ...NOTHING, log_entry: [loggedRow({ ...ENTRY_OF.keys, seq: 1, at: FIRST })] })
  const told: unknown[] = []
  const keep = createKeeping({
    db: db(),
    log: { ...silentLog(), error: (...given) => void told.push(given[1]) },
    isWriting: () => true,
    signal: new AbortController().signal,
  })
  await sql`alter table receipt_batch rename to away`.execute(db())
  for (const [ms, failures] of [
    [0, 1],
    [59_999, 1],
    [60_000, 2],
  ] as const) {
    await keep(at(1, ms))
    expect(told).toHaveLength(failures)
  }
  expect(told[0]).toMatchObject({ day: '2026-11-21' })
  await sql`alter table away rename to receipt_batch`.execute(db())
  await keep(at(1, 119_999))
  expect(await lastDay(db())).toBeNull()
  await keep(at(1, 120_000))
  expect(await lastDay(db())).toBe('2026-11-21')
})

test('the figures of the present day are kept for half a minute, not into the next day, and not when they could not be read', async () => {
  await threeDays()
  const clock = stillClock(at(1, 2 * HOUR))
  const today = createToday(db(), clock)
  const later = async (ms: number) => {
    clock.advance(ms)
    const { day, asOf, figures } = await today()
    return [day.slice(-2), asOf - at(1, 2 * HOUR), figures.withdrawals.count]
  }
  expect([await later(0), await later(29_999), await later(1)]).toEqual([
    ['22', 0, 1],
    ['22', 0, 1],
    ['22', 30_000, 1],
  ])
  const untilMidnight = 22 * HOUR - 1
  expect([await later(untilMidnight - 30_000), await later(1)]).toEqual([
    ['22', untilMidnight, 1],
    ['23', untilMidnight + 1, 0],
  ])
  await sql`alter table receipt_batch rename to away`.execute(db())
  clock.advance(30_000)
  await expect(today()).rejects.toThrow('receipt_batch')
  await sql`alter table away rename to receipt_batch`.execute(db())
  expect(await later(0)).toEqual(['23', untilMidnight + 30_001, 0])
})

test('figures that took a second and more to add up are kept for thirty times as long, and all who ask meanwhile wait for them', async () => {
  for (const [tookMs, keptMs] of [
    [999, 30_000],
    [1_001, 30_030],
    [60_000, 1_800_000],
  ] as const) {
    const clock = stillClock(at(1, 2 * HOUR))
    const today = createToday(db(), clock)
    const first = today()
    clock.advance(tookMs)
    const second = today()
    expect(await second).toBe(await first)
    clock.advance(keptMs - 1)
    expect(await today()).toBe(await first)
    clock.advance(1)
    expect((await today()).asOf - (await first).asOf).toBe(tookMs + keptMs)
  }
})
