import { expect, test } from 'vitest'
import { entryTagAt, extremeAt, pathOf, placesOf, tagAt, within } from './chartPlaces.ts'

const frame = { from: 0, until: 60_000, low: 100, high: 200, width: 390, height: 286, rem: 1, letters: 9 }
const places = placesOf(frame)
const { top, bottom } = places

test.each([
  ['in the middle', 150, 150],
  ['at the top edge', top - 40, top - 9.5],
  ['at the bottom edge', bottom + 3, bottom - 9.5],
])('a label %s stands at its price and is never cut', (_, y, at) => {
  expect(tagAt(y, places)).toBe(at)
})

test.each([
  ['far from it', 80, 200, 80],
  ['a little above it', 195, 200, 179],
  ['a little below it', 205, 200, 221],
  ['equal to it', 200, 200, 221],
  ['just far enough below it', 221, 200, 221],
  ['just far enough above it', 179, 200, 179],
  ['below it at the bottom edge', bottom - 1, bottom - 4, bottom - 30.5],
  ['above it at the top edge', top - 2, top, top + 21],
])('the label of an entry price %s keeps clear of the last price’s', (_, entryY, lastY, at) => {
  expect(entryTagAt(entryY, lastY, places)).toBe(at)
  expect(Math.abs(entryTagAt(entryY, lastY, places) - tagAt(lastY, places))).toBeGreaterThanOrEqual(21)
})

test('a drawing spans its times and prices, clear of the price scale, and a position tells its time', () => {
  // 390 less nine digits of 6.3 and 16 for the scale; 22 above for the readout and 24 below for the times.
  expect([places.right, top, bottom]).toEqual([expect.closeTo(317.3), 22, 262])
  expect([0, 30_000, 60_000].map(places.x)).toEqual([0, expect.closeTo(153.65), expect.closeTo(307.3)])
  expect([100, 150, 200].map(places.y)).toEqual([262, 142, 22])
  for (const atMs of [0, 12_345, 60_000]) expect(places.at(places.x(atMs))).toBeCloseTo(atMs)
  const line = [
    { atMs: 0, value: 100 },
    { atMs: 60_000, value: 200 },
  ]
  expect(
    pathOf(line, places)
      .match(/[\d.]+/g)
      ?.map(Number),
  ).toEqual([0, 262, expect.closeTo(307.3, 0), 22])
})

test('a drawing that begins later draws the same', () => {
  const later = placesOf({ ...frame, from: 1_000_000, until: 1_060_000 })
  expect([0, 30_000, 60_000].map((ms) => later.x(1_000_000 + ms))).toEqual([0, 30_000, 60_000].map(places.x))
  expect(later.at(later.x(1_012_345))).toBeCloseTo(1_012_345)
})

test('a drawing of one moment and one price stays finite, and a narrow one keeps half its width', () => {
  const one = placesOf({ ...frame, from: 5, until: 5, low: 100, high: 100, width: 100 })
  expect([one.right, one.x(5), one.y(100), one.at(0)]).toEqual([50, 0, 262, 5])
})

test.each([
  ['in the middle', 200, 200],
  ['at the start', 3, 67],
  ['at the end', 389, 323],
])('a text of twenty letters %s is not cut', (_, x, at) => {
  expect(within(x, 20, places)).toBe(at)
})

test.each([
  ['far from the dot', 100, 100],
  ['that would leave the drawing', 200, 200],
  ['at the dot', 307, 225],
  ['a little before the dot', 290, 225],
  ['at the edge', 2, 67],
])('the text of an extreme %s is over its point, never under the dot and never cut', (_, x, at) => {
  expect(extremeAt(x, 20, 307, places)).toBe(at)
})

test('at twice the text size labels are twice as far apart', () => {
  const doubled = placesOf({ ...frame, height: 400, rem: 2 })
  expect(entryTagAt(200, 201, doubled)).toBe(159)
  expect(tagAt(0, doubled)).toBe(doubled.top - 19)
  expect(within(3, 20, doubled)).toBe(130)
  expect([doubled.right, doubled.top, doubled.bottom]).toEqual([expect.closeTo(260.6), 44, 352])
})
