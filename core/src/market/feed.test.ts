import { expect, test } from 'vitest'
import type { FeedState } from './feed.ts'
import { acceptsOrders, feedState } from './feed.ts'

test.each<[number | null, number, FeedState, boolean]>([
  [0, 0, 'LIVE', true],
  [2_000, 0, 'LIVE', true],
  [2_001, 0, 'DEGRADED', true],
  [0, 1, 'DEGRADED', true],
  [3_000, 15, 'DEGRADED', true],
  [3_001, 0, 'STALE', false],
  [30_000, 0, 'STALE', false],
  [30_001, 0, 'HALTED', false],
  [0, 16, 'HALTED', false],
  [null, 0, 'HALTED', false],
  [-500, 0, 'LIVE', true],
  [-501, 0, 'STALE', false],
  [-5_000, 0, 'STALE', false],
  [-30_000, 0, 'STALE', false],
  [-30_001, 0, 'HALTED', false],
  [0, 15, 'DEGRADED', true],
])('a last tick %s ms ago with %i of 16 products paused is %s', (age, paused, state, accepts) => {
  const nowMs = 1_795_219_200_000
  const lastTickAtMs = age === null ? null : nowMs - age
  expect(feedState({ nowMs, lastTickAtMs, products: 16, paused })).toBe(state)
  expect(acceptsOrders(state, false)).toBe(accepts)
  expect(acceptsOrders(state, true)).toBe(false)
})

test.each<[number | null, number, FeedState]>([
  [0, 0, 'PAUSED'],
  [3_000, 15, 'PAUSED'],
  [3_001, 0, 'STALE'],
  [-501, 0, 'STALE'],
  [30_001, 0, 'HALTED'],
  [0, 16, 'HALTED'],
  [null, 0, 'HALTED'],
])(
  'while the clocks disagree, a last tick %s ms ago with %i of 16 products paused is %s',
  (age, paused, state) => {
    const lastTickAtMs = age === null ? null : 60_000 - age
    const feed = { nowMs: 60_000, lastTickAtMs, products: 16, paused, isPaused: true }
    expect(feedState(feed)).toBe(state)
    expect(acceptsOrders(state, false)).toBe(false)
  },
)
