import { expect, test } from 'vitest'
import { timeIndex } from './timeIndex.ts'

const POINTS = [0, 1_000, 2_000, 5_000, 6_000].map((atMs) => ({ atMs, value: 1 }))

test.each([
  [0, 0],
  [1_500, 1.5],
  [3_500, 2.5],
  [6_000, 4],
  [9_000, 6],
  [-1_500, -1],
])('%i ms lies at place %d', (atMs, place) => {
  expect(timeIndex(POINTS, atMs)).toBe(place)
})

test('fewer than two points have one place', () => {
  expect(timeIndex([], 5)).toBe(0)
  expect(timeIndex([{ atMs: 7, value: 1 }], 5)).toBe(0)
})
