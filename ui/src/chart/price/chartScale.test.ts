import { describe, expect, test, vi } from 'vitest'
import type { ChartOrder } from './Chart.tsx'
import { nearestAt, priceLabels, rangeOf, steadyRange, timeLabels, timePartsFor } from './chartScale.ts'

const order: ChartOrder = {
  direction: 'up',
  entryAtMs: 0,
  endAtMs: 60_000,
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

test.each([
  [0, 8, [0, 2.5, 5]],
  [1, 5, [1, 3, 5]],
  [0.5, 4.2, [1, 2, 3]],
  [-1, 1, [-1, 0, 1]],
  [10, 60, [20, 40, 60]],
])('the scale from %d to %d is labelled %j', (low, high, labels) => {
  expect(priceLabels({ low, high })).toEqual(labels)
})

test.each([
  ['points alone', [100, 98], null, [97.76, 100.24]],
  ['an order beyond the points', [100.2, 100.5], order, [99.88, 101.12]],
  ['a level below', [100], { ...order, barrier: 98 }, [97.76, 100.24]],
  ['one price', [50, 50], null, [49.994, 50.006]],
  ['a price of nothing', [0], null, [-0.12, 0.12]],
])('the range of %s has 12 % of its height free on both sides', (_, values, shown, [low, high]) => {
  const range = rangeOf(
    values.map((value, atMs) => at(atMs, value)),
    shown,
  )
  expect(range).toEqual({
    low: expect.closeTo(low ?? NaN, 6) as number,
    high: expect.closeTo(high ?? NaN, 6) as number,
  })
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

test.each([
  ['the level', [100], 101, 1.5],
  ['a level below', [100], 98, 3],
  ['the furthest price', [100, 105], 101, 5.6],
  ['the furthest price below', [100, 90, 103], 101, 11.2],
  ['the entry price itself', [100], 100, 0.002],
])(
  'around a running order the range is the first step that has room for %s',
  (_, values, barrier, needed) => {
    const range = steadyRange(
      values.map((value, atMs) => at(atMs, value)),
      { ...order, barrier },
    )
    const half = range.high - 100
    expect(100 - range.low).toBeCloseTo(half, 9)
    expect(half).toBeGreaterThanOrEqual(needed)
    expect(half).toBeLessThan(needed * 1.35)
    const steps = Math.log(half) / Math.log(1.35)
    expect(steps).toBeCloseTo(Math.round(steps), 6)
  },
)

test('times are written with seconds up to 4 minutes, without up to 2 days, and beyond as days', () => {
  const [minutes, days] = [4 * 60_000, 2 * 86_400_000]
  expect([minutes, minutes + 1, days, days + 1].map(timePartsFor)).toEqual([
    'second',
    'minute',
    'minute',
    'day',
  ])
})

describe('the times below the line', () => {
  test.each([
    [20, 5, 4],
    [21, 10, 4],
    [60, 15, 4],
    [61, 30, 4],
    [60, 30, 2],
    [20 * 60, 5 * 60, 4],
  ])('of %d s stand %d s apart when at most %d steps fit', (span, step, most) => {
    const from = Date.parse('2026-11-23T10:00:00Z')
    const times = timeLabels(from, from + span * 1_000, most)
    const count = Math.floor(span / step) + 1
    expect(times).toEqual(Array.from({ length: count }, (_, i) => from + i * step * 1_000))
    const [next] = timeLabels(from + 1, from + span * 1_000 + 1, most)
    expect(next).toBe(from + step * 1_000)
  })

  test.each([
    ['Pacific/Pago_Pago', '2026-11-23T11:00:00Z'],
    ['Asia/Tokyo', '2026-11-23T15:00:00Z'],
    ['Asia/Kathmandu', '2026-11-23T18:15:00Z'],
  ])('are round on the clock of %s', (zone, midnight) => {
    vi.stubEnv('TZ', zone)
    try {
      const from = Date.parse(midnight) - 3_600_000
      const [first = 0] = timeLabels(from, from + 3 * 86_400_000, 4)
      expect(new Date(first).getHours() + new Date(first).getMinutes()).toBe(0)
      expect(first).toBe(Date.parse(midnight))
    } finally {
      vi.unstubAllEnvs()
    }
  })

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
