import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { movableClock } from '../platform/clock.testing.ts'
import { createTestDatabase, type TestDatabase } from '../db/database.testing.ts'
import { silentLog } from '../platform/log.ts'
import type { EventMap } from '../module/events.ts'
import { recordEvents } from '../module/events.testing.ts'
import { orderCounts } from '../orders/fundsStore.ts'
import { countUse } from './countUse.ts'
import type { LimitsDeps } from './ports.ts'
import { dropOldHours, minutesOf } from './useStore.ts'

const MINUTE = 60_000
let made: TestDatabase
let user = 100
let told: EventMap['reality_check'][] = []
let open = true
beforeAll(async () => void (made = await createTestDatabase()))
afterAll(() => made.close())
beforeEach(() => {
  user++
  told = []
  open = true
})

/** A test's own server, on a clock that stands at noon (UTC) of the next day. */
function openUse() {
  const clock = movableClock({ isStill: true })
  clock.advance(86_400_000 - (clock.nowMs() % 86_400_000) + 12 * 60 * MINUTE)
  const events = recordEvents()
  events.afterCommit('reality_check', (check) => void told.push(check))
  const deps: LimitsDeps = {
    db: made.database.db,
    clock,
    log: silentLog(),
    usdtPrice: () => 100_000_000n,
    counters: [orderCounts],
    events,
    live: { hasOpenPage: () => open },
  }
  return { clock, deps, use: countUse(deps) }
}
const minutes = async (nowMs: number) => (await minutesOf(made.database.db, user, nowMs)).day

test('a minute counts once, on any number of servers', async () => {
  const { clock, deps, use } = openUse()
  const other = countUse(deps)
  for (let i = 0; i < 5; i++) for (const one of [use, other]) one.recordUse(user, clock.nowMs() + i)
  await Promise.all([use.write(), other.write()])
  use.recordUse(user, clock.nowMs() + 1_000)
  await use.write()
  expect(await minutes(clock.nowMs())).toBe(1)
  await Promise.all([use.stop(), other.stop()])
})

test('the minute is written when it is over, and the last one on stop', async () => {
  const { clock, use } = openUse()
  use.recordUse(user, clock.nowMs())
  clock.advance(MINUTE)
  await expect.poll(() => minutes(clock.nowMs())).toBe(1)
  use.recordUse(user, clock.nowMs())
  await use.stop()
  expect(await minutes(clock.nowMs())).toBe(2)
})

test('minutes that could not be written are written later', async () => {
  const { clock, deps } = openUse()
  const broken = countUse({ ...deps, db: made.database.db })
  await sql`alter table use_hour rename to use_hour_gone`.execute(made.database.db)
  broken.recordUse(user, clock.nowMs())
  await broken.write()
  await sql`alter table use_hour_gone rename to use_hour`.execute(made.database.db)
  broken.recordUse(user, clock.nowMs() + MINUTE)
  await broken.stop()
  expect(await minutes(clock.nowMs() + MINUTE)).toBe(2)
})

test('minutes that end while a write fails are written later, too', async () => {
  const { clock, deps } = openUse()
  const broken = countUse(deps)
  await sql`alter table use_hour rename to use_hour_gone`.execute(made.database.db)
  broken.recordUse(user, clock.nowMs())
  const writing = broken.write()
  await Promise.resolve() // now the write is under way
  for (const later of [1, 2]) broken.recordUse(user, clock.nowMs() + later * MINUTE)
  await writing
  await sql`alter table use_hour_gone rename to use_hour`.execute(made.database.db)
  await broken.stop()
  expect(await minutes(clock.nowMs() + 2 * MINUTE)).toBe(3)
})

test('of minutes that cannot be written, the last three hours are kept', async () => {
  const { clock, deps } = openUse()
  const startMs = clock.nowMs() - 12 * 60 * MINUTE
  const broken = countUse(deps)
  await sql`alter table use_hour rename to use_hour_gone`.execute(made.database.db)
  for (let i = 0; i < 182; i++) broken.recordUse(user, startMs + i * MINUTE)
  await broken.write()
  await sql`alter table use_hour_gone rename to use_hour`.execute(made.database.db)
  await broken.stop()
  expect(await minutes(startMs + 181 * MINUTE)).toBe(180)
})

test('a full hour is announced once, with its minutes: not again by another server or after a restart', async () => {
  const { clock, deps, use } = openUse()
  const startMs = clock.nowMs()
  for (let i = 0; i < 59; i++) use.recordUse(user, startMs + i * MINUTE)
  await use.write()
  expect(told).toEqual([])
  use.recordUse(user, startMs + 59 * MINUTE)
  await use.write()
  expect(told).toEqual([{ userId: user, minutes: 60, net: '0', orders: 0 }])
  const restarted = countUse(deps)
  for (let i = 60; i < 70; i++) {
    restarted.recordUse(user, startMs + i * MINUTE)
    use.recordUse(user, startMs + i * MINUTE)
    await Promise.all([restarted.write(), use.write()])
  }
  expect(told).toHaveLength(1)
  for (let i = 70; i < 120; i++) use.recordUse(user, startMs + i * MINUTE)
  await Promise.all([restarted.stop(), use.stop()])
  expect(told[1]).toEqual({ userId: user, minutes: 120, net: '0', orders: 0 })
})

test('a user without an open page is notified once there is one', async () => {
  const { clock, use } = openUse()
  open = false
  for (let i = 0; i < 61; i++) use.recordUse(user, clock.nowMs() + i * MINUTE)
  await use.write()
  expect(told).toEqual([])
  open = true
  use.recordUse(user, clock.nowMs() + 62 * MINUTE)
  await use.stop()
  expect(told).toEqual([{ userId: user, minutes: 62, net: '0', orders: 0 }])
})

test('hours older than eight days are deleted; those that limits need stay', async () => {
  const { clock, use } = openUse()
  const hour = 60 * MINUTE
  const nowMs = clock.nowMs()
  for (const ago of [0, 24, 25, 168, 169, 192, 193, 500]) use.recordUse(user, nowMs - ago * hour)
  await use.stop()
  expect(await minutesOf(made.database.db, user, nowMs)).toEqual({ day: 2, week: 4 })
  await dropOldHours(made.database.db, nowMs)
  const { rows } = await sql<{
    count: bigint
  }>`select count(*) from use_hour where user_id = ${user}`.execute(made.database.db)
  expect(rows[0]?.count).toBe(6n)
  expect(await minutesOf(made.database.db, user, nowMs)).toEqual({ day: 2, week: 4 })
})

test('old hours are deleted at the first minute of an hour, and at no other', async () => {
  const { clock, use } = openUse()
  const { db } = made.database
  const hour = Math.floor(clock.nowMs() / (60 * MINUTE))
  const isKept = async () => {
    const { rows } = await sql`select from use_hour where user_id = ${user} and hour < ${hour - 100}`.execute(
      db,
    )
    return rows.length > 0
  }
  for (const ago of [0, 500]) use.recordUse(user, clock.nowMs() - ago * 60 * MINUTE)
  for (let minute = 1; minute < 60; minute++) clock.advance(MINUTE)
  await use.write()
  expect(await isKept()).toBe(true)
  clock.advance(MINUTE)
  await expect.poll(isKept, { timeout: 10_000 }).toBe(false)
  await use.stop()
})
