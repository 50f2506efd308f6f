import { afterAll, beforeAll, expect, test } from 'vitest'
import { write } from '../app/audit/edges.testing.ts'
import { createTestDatabase, type TestDatabase } from '../db/database.testing.ts'
import { transact } from '../db/transact.ts'
import { recordEvents } from '../module/events.testing.ts'
import type { Runtime } from '../module/runtime.ts'
import { movableClock } from '../platform/clock.testing.ts'
import { silentLog } from '../platform/log.ts'
import { openLimits } from './module.ts'
import { minutesOf } from './useStore.ts'

let own: TestDatabase
beforeAll(async () => {
  own = await createTestDatabase()
})
afterAll(() => own.close())

test('activity counts as use, checks reach open pages, and a server waits for what users have set', async () => {
  const { db } = own.database
  const clock = movableClock({ isStill: true })
  const events = recordEvents()
  const published: unknown[] = []
  const live = { publish: (...given: unknown[]) => published.push(given), hasOpenPage: () => true }
  const runtime = { database: own.database, clock, log: silentLog(), events, live } as unknown as Runtime
  const asked: number[] = []
  const price = (pid: number) => {
    asked.push(pid)
    return 7n
  }
  const spent = { source: 'orders', hours: async () => [], openStake: async () => new Map([[4, 3n]]) }
  const module = openLimits(runtime, { price, counters: [spent] })
  const nowMs = clock.nowMs()
  events.announce('user_active', { userId: 3, nowMs })
  events.announce('reality_check', { userId: 3, minutes: 60, net: '-5', orders: 2 })
  expect(published).toEqual([[3, { event: 'reality_check', minutes: 60, net: '-5', orders: 2 }]])
  await module.onClose?.()
  expect(await minutesOf(db, 3, nowMs)).toEqual({ day: 1, week: 1 })
  expect(await module.isWaiting?.()).toBe(false)
  await write(db, { user_break: [{ user_id: 3, until_ms: nowMs + 1 }] })
  expect(await module.isWaiting?.()).toBe(true)
  const person = await transact(db, async (tx) => module.consolePart?.person?.(tx, 3, nowMs))
  // Three units of bitcoin at a price of 7 units are less than a unit, which counts whole.
  expect(person?.ownLimits).toMatchObject({
    breakUntil: nowMs + 1,
    limits: [{ kind: 'lossDay', used: '0.00000001' }, {}, {}, {}, {}, {}],
  })
  expect(new Set(asked)).toEqual(new Set([1]))
})
