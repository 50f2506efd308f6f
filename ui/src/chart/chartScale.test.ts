import { describe, expect, test } from 'vitest'
import type { ChartOrder } from './Chart.tsx'
import { nearestAt, priceLabels, rangeOf, steadyRange, timeLabels } from './chartScale.ts'

const order: ChartOrder = {
  direction: 'up',
  entryAtMs: 0,
  dueAtMs: 60_000,
  entry: 100,
  barrier: 101,
  entryText: '100.00',
  winsText: 'wins here',
}
const at = (atMs: number, value: number) => ({ atMs, value })

test('the price scale names three round prices of its range', () => {
  expect(priceLabels({ low: 67_610, high: 67_650 })).toEqual([67_610, 67_630, 67_650])
  expect(priceLabels({ low: 1, high: 9.4 })).toEqual([2.5, 5, 7.5])
  for (const [low, high] of [
    [0.1373, 0.1379],
    [67_000.12, 67_000.31],
    [3, 3_000_000],
  ] as const) {
    const labels = priceLabels({ low, high })
    expect(labels).toHaveLength(3)
    for (const one of labels) expect(one >= low && one <= high).toBe(true)
  }
  expect(priceLabels({ low: 5, high: 5 })).toEqual([])
})

test('the range leaves room around the line and includes an order’s level', () => {
  const { low, high } = rangeOf([at(0, 99), at(1, 100)], order)
  expect(low).toBeLessThan(99)
  expect(high).toBeGreaterThan(101)
  expect(rangeOf([at(0, 7), at(1, 7)], null).high).toBeGreaterThan(7)
})

test('a running order’s range is centred on the entry and stays while the price moves within it', () => {
  const before = steadyRange([at(0, 100), at(1, 100.4)], order)
  expect(steadyRange([at(0, 100), at(1, 100.4), at(2, 99.2)], order)).toEqual(before)
  expect((before.low + before.high) / 2).toBeCloseTo(100)
  const wider = steadyRange([at(0, 100), at(1, 95)], order)
  expect(wider.low).toBeLessThan(95)
  expect(wider.high).toBeGreaterThan(105)
})

describe('the times below the line', () => {
  test('are round, few, and inside', () => {
    const from = Date.parse('2026-11-23T10:02:11Z')
    for (const span of [66_000, 300_000, 3_600_000, 86_400_000, 40 * 86_400_000, 1_200 * 86_400_000]) {
      const times = timeLabels(from, from + span, 4)
      expect(times.length).toBeGreaterThan(0)
      expect(times.length).toBeLessThanOrEqual(5)
      for (const one of times) {
        expect(one).toBeGreaterThanOrEqual(from)
        expect(one).toBeLessThanOrEqual(from + span)
        expect(one % 5_000).toBe(0)
      }
    }
  })
})

test('the point under a finger is the nearest one', () => {
  const points = [at(0, 1), at(10, 2), at(30, 3)]
  expect([-5, 4, 6, 19, 21, 99].map((one) => nearestAt(points, one))).toEqual([0, 0, 1, 1, 2, 2])
  expect(nearestAt([], 5)).toBe(-1)
})
