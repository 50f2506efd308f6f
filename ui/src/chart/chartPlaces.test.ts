import { expect, test } from 'vitest'
import { entryTagAt, placesOf, tagAt, tipLabelAt } from './chartPlaces.ts'

const places = placesOf({
  from: 0,
  until: 60_000,
  low: 100,
  high: 200,
  width: 390,
  height: 286,
  rem: 1,
  letters: 9,
})
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
  ['below it at the bottom edge', bottom - 1, bottom - 4, bottom - 30.5],
  ['above it at the top edge', top - 2, top, top + 21],
])('the label of an entry price %s keeps clear of the last price’s', (_, entryY, lastY, at) => {
  expect(entryTagAt(entryY, lastY, places)).toBe(at)
  expect(Math.abs(entryTagAt(entryY, lastY, places) - tagAt(lastY, places))).toBeGreaterThanOrEqual(21)
})

test.each([
  ['above it', 100, 180, 88],
  ['on it', 180, 180, 168],
  ['below it', 200, 180, 220],
  ['above it, at the top edge', top + 5, 180, top + 25],
  ['below it, at the bottom edge', bottom - 5, 180, bottom - 17],
])('the label of a price %s does not lie on the order’s line', (_, tipY, levelY, at) => {
  expect(tipLabelAt(tipY, levelY, places)).toBe(at)
})

test('at twice the text size labels are twice as far apart', () => {
  const doubled = placesOf({
    from: 0,
    until: 1,
    low: 1,
    high: 2,
    width: 390,
    height: 400,
    rem: 2,
    letters: 9,
  })
  expect(entryTagAt(200, 201, doubled)).toBe(159)
})
