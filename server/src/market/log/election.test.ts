import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/database.testing.ts'
import { stillClock, type StillClock } from '../market.testing.ts'
import { type Election, openElection } from './writerLoop.ts'

let own: TestDatabase
let clock: StillClock
let [writer, rival]: Election[] = []
/** How often the rival has heard of entries of another process. */
let appends = 0

beforeEach(async () => {
  own = await createTestDatabase()
  clock = stillClock(Date.parse('2026-11-21T12:00:00.400Z'))
  appends = 0
  const open = (onAppended: () => void) =>
    openElection({ database: own.database, clock, follows: false, onAppended })
  ;[writer, rival] = [open(() => {}), open(() => void appends++)]
})
afterEach(async () => {
  await Promise.all([writer?.resign(), rival?.resign()])
  await own.close()
})

/** Whether the rival becomes writer when the newest tick is this old. */
const stands = (silentMs: number) => rival?.stand(clock.nowMs() - silentMs)

test('a follower runs for writer when ticks are missing for 2 s, and not a millisecond before', async () => {
  expect(await writer?.stand(null)).toBe(true)
  expect(await stands(0)).toBe(false)
  await writer?.resign()
  clock.advance(1_000)
  expect(await stands(1_999)).toBe(false)
  expect(await stands(2_000)).toBe(true)
  expect([writer?.isWriter(), rival?.isWriter()]).toEqual([false, true])
})

test('a follower that lost runs again after a second, however long ticks are missing', async () => {
  expect(await writer?.stand(null)).toBe(true)
  expect(await stands(60_000)).toBe(false)
  await writer?.resign()
  clock.advance(999)
  expect(await stands(60_000)).toBe(false)
  clock.advance(1)
  expect(await stands(60_000)).toBe(true)
})

test.each([
  ['the log goes on', 0],
  ['it has lost', 60_000],
])('a follower hears of appended entries once %s', async (_, silentMs) => {
  expect(await writer?.stand(null)).toBe(true)
  expect(await stands(silentMs)).toBe(false)
  await sql`select pg_notify('market_log', '1')`.execute(own.database.db)
  await expect.poll(() => appends).toBe(1)
})
