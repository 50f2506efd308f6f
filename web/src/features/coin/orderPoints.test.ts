import { expect, test } from 'vitest'
import { orderPoints } from './orderPoints.ts'

const START = 1_790_000_000_000
const order = { entryAtMs: START, dueAtMs: START + 60_000, entry: 100 }
const candles = [
  { id: START / 1_000 - 1_200, close: '80' },
  { id: START / 1_000 - 900, close: '90' },
  { id: START / 1_000 - 300, close: '999' },
]
const tick = (second: number, value: number) => ({ atMs: START + second * 1_000, value })

test('a minute is drawn second by second, from before the entry to the newest tick', () => {
  const points = orderPoints(order, candles, 300_000, [
    tick(-2, 98),
    tick(-1, 99),
    tick(1, 101),
    tick(2, 103),
  ])
  expect(points[0]?.atMs).toBe(START - 36_000)
  expect(points.slice(-5)).toEqual([tick(-2, 98), tick(-1, 99), tick(0, 100), tick(1, 101), tick(2, 103)])
  expect(points).toHaveLength(39)
})

test('after a reload the line runs straight from the entry to the first tick that was seen', () => {
  const points = orderPoints(order, candles, 300_000, [tick(10, 120), tick(11, 121)])
  expect(points.find((one) => one.atMs === START + 5_000)?.value).toBe(110)
  expect(points.at(-1)).toEqual(tick(11, 121))
})

test('a candle that has not closed before the ticks is left out', () => {
  const points = orderPoints(order, candles, 300_000, [tick(-30, 95), tick(1, 101)])
  expect(Math.max(...points.map((one) => one.value))).toBe(101)
})

test('a day is drawn in even steps, the newest tick in the last of them, whatever second it is', () => {
  const day = { ...order, dueAtMs: START + 86_400_000 }
  const points = orderPoints(day, candles, 300_000, [tick(0, 100), tick(7_000, 140), tick(7_001, 150)])
  const steps = new Set(points.slice(1).map((one, place) => one.atMs - (points[place]?.atMs ?? 0)))
  expect(steps.size).toBe(1)
  expect(points.some((one) => one.atMs === START)).toBe(true)
  expect(points.at(-1)?.value).toBe(150)
})

test('nothing is drawn before a price was seen', () => {
  expect(orderPoints(order, candles, 300_000, [])).toEqual([])
})
