import { expect, test } from 'vitest'
import { nearestTo, placesOf, rangeOf } from './holdingsLine.ts'

const BOX = { width: 120, height: 60, pad: 10 }

test('the line runs by time from edge to edge, the highest value at the top and the lowest at the bottom', () => {
  expect(placesOf([0, 25, 100], ['5', '10', '0'], BOX)).toEqual([
    { x: 10, y: 30 },
    { x: 35, y: 10 },
    { x: 110, y: 50 },
  ])
})

test('a change of a thousandth is drawn small, in the middle', () => {
  const heights = placesOf([0, 100], ['1000', '999'], BOX).map((place) => Math.round(place.y))
  expect(heights).toEqual([28, 32])
})

test('holdings that never changed are a flat line in the middle', () => {
  expect(placesOf([0, 100], ['7', '7'], BOX).map((place) => place.y)).toEqual([30, 30])
})

test('a single value gives one point, and none gives no line', () => {
  expect(placesOf([5], ['1'], BOX)).toEqual([{ x: 10, y: 30 }])
  expect(placesOf([], [], BOX)).toEqual([])
})

test('a touch reads the nearest point', () => {
  const places = [
    { x: 10, y: 0 },
    { x: 20, y: 0 },
    { x: 40, y: 0 },
  ]
  expect([0, 14, 15, 16, 30, 31, 99].map((x) => nearestTo(x, places))).toEqual([0, 0, 0, 1, 1, 2, 2])
  expect(nearestTo(5, [])).toBe(-1)
})

test('the range keeps the given decimals', () => {
  expect(rangeOf(['9.5', '10.25', '9.75'])).toEqual({ low: '9.5', high: '10.25' })
  expect(rangeOf([])).toBeNull()
})

test('the line begins at its first time, whenever that was', () => {
  const [days, values] = [
    [0, 25, 100],
    ['5', '10', '0'],
  ]
  const later = days.map((ms) => 1_790_000_000_000 + ms)
  expect(placesOf(later, values, BOX)).toEqual(placesOf(days, values, BOX))
  expect(placesOf([0, 100], ['0', '0'], BOX).map((place) => place.y)).toEqual([30, 30])
})
