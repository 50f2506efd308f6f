import { afterEach, expect, test, vi } from 'vitest'
import { learnServerClock, serverNow } from './serverClock.ts'

const PAGE_MS = 1_800_000_000_000

afterEach(() => vi.useRealTimers())

test('the server’s clock follows the answer with the shortest travel time among the last twenty', () => {
  vi.useFakeTimers({ now: PAGE_MS })
  // The server is 5 s ahead; an answer that travelled longer carries an older time.
  const learn = (travelMs: number) => learnServerClock(PAGE_MS + 5_000 - travelMs)
  for (const travelMs of [400, 30, 900]) learn(travelMs)
  expect(serverNow()).toBe(PAGE_MS + 4_970)
  vi.setSystemTime(PAGE_MS + 60_000)
  expect(serverNow()).toBe(PAGE_MS + 64_970)
  vi.setSystemTime(PAGE_MS)
  for (let i = 0; i < 20; i++) learn(200)
  expect(serverNow()).toBe(PAGE_MS + 4_800)
})

test('the fastest of twenty answers counts until the twentieth after it', () => {
  vi.useFakeTimers({ now: PAGE_MS })
  for (let i = 0; i < 20; i++) learnServerClock(PAGE_MS - 500)
  learnServerClock(PAGE_MS - 10)
  for (let i = 0; i < 19; i++) learnServerClock(PAGE_MS - 200)
  expect(serverNow()).toBe(PAGE_MS - 10)
  learnServerClock(PAGE_MS - 200)
  expect(serverNow()).toBe(PAGE_MS - 200)
})
