import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placesOf } from './chartPlaces.ts'
import { fittingText, tipLabelAt } from './tipLabel.ts'

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
const { top, bottom, right } = places
/** 22 letters, 132 px. */
const TEXT = '+0.021% from your line'
const flat = (y: number) => [0, 60_000].map((atMs) => ({ atMs, value: priceAt(y) }))

function priceAt(y: number): number {
  return 100 + ((bottom - y) / (bottom - top)) * 100
}

test.each([
  ['above it', 100, 180, 88],
  ['on it', 180, 180, 168],
  ['below it', 200, 180, 220],
  ['above it, at the top edge', top + 5, 180, top + 25],
  ['below it, at the bottom edge', bottom - 5, 180, bottom - 18],
  ['above it, as high as there is room', top + 16, 180, top + 4],
  ['below it, as low as there is room', bottom - 38, 180, bottom - 18],
])('the label of a price %s stands after the dot, not on the order’s line', (_, y, levelY, at) => {
  expect(tipLabelAt(TEXT, { x: 100, y, levelY, entryY: null }, flat(y), places)).toEqual({
    x: 112,
    y: at,
    anchor: 'start',
  })
})

test.each([
  ['under it, where it crosses the top of the letters', 150, 120, 161, 175],
  ['under it, where it crosses their bottom', 150, 120, 173, 187],
  ['where it was, on a line just over the letters', 150, 120, 160, 170],
  ['where it was, on a line just under the letters', 150, 120, 174, 170],
  ['over it, where it crosses the letters', 150, 180, 141, 135],
  ['where it was, over a line under it', 150, 180, 142, 138],
])('a label beside the line at the entry price stands %s', (_, y, levelY, entryY, at) => {
  expect(tipLabelAt(TEXT, { x: 100, y, levelY, entryY }, flat(y), places).y).toBe(at)
})

test.each([
  ['over a flat line', [150, 150], 180, 138],
  ['under a flat line', [150, 150], 120, 170],
  ['over the peak that led down to the price', [90, 150], 180, 84],
  ['under the valley that led up to the price', [200, 150], 120, 214],
  ['over the line when the valley reaches the edge', [bottom - 20, 150], 120, 138],
  ['under the line when the peak reaches the edge', [top + 5, 150], 180, 170],
])('a label without room after the dot stands %s', (_, [peak = 0, y = 0], levelY, at) => {
  const line = [...flat(y).slice(0, 1), { atMs: 42_000, value: priceAt(peak) }, ...flat(y).slice(1)]
  const x = places.x(60_000)
  const label = tipLabelAt(TEXT, { x, y, levelY, entryY: null }, line, places)
  expect([label.x, label.anchor]).toEqual([x - 8, 'end'])
  expect(label.y).toBeCloseTo(at)
})

test('a label between a peak and a valley that reach both edges stands at one of these', () => {
  const line = [
    { atMs: 0, value: 150 },
    { atMs: 40_000, value: 200 },
    { atMs: 50_000, value: 100 },
    { atMs: 60_000, value: 150 },
  ]
  const end = { x: places.x(60_000), y: places.y(150), levelY: 0, entryY: null }
  expect([top + 4, bottom - 18]).toContain(tipLabelAt(TEXT, end, line, places).y)
})

test('a label is never on the line, if there is room over or under it', () => {
  const prices = fc.array(fc.double({ min: 130, max: 170, noNaN: true }), { minLength: 3, maxLength: 60 })
  fc.assert(
    fc.property(prices, fc.double({ min: 0, max: 300, noNaN: true }), (values, levelY) => {
      const points = values.map((value, at) => ({ atMs: (at / (values.length - 1)) * 60_000, value }))
      const last = points.at(-1) ?? { atMs: 0, value: 0 }
      const end = { x: places.x(last.atMs), y: places.y(last.value), levelY, entryY: null }
      const { x, y } = tipLabelAt(TEXT, end, points, places)
      for (let at = x - 132; at <= x; at += 1) {
        const lineY = heightAt(at, points)
        expect(lineY > y + 4 || lineY < y - 10, `${lineY} at ${at}, label at ${y}`).toBe(true)
      }
    }),
  )
})

/** Height of the line at a position, between two points on the straight between them. */
function heightAt(x: number, points: { atMs: number; value: number }[]): number {
  const after = Math.max(
    1,
    points.findIndex((one) => places.x(one.atMs) >= x),
  )
  const [from = { atMs: 0, value: 0 }, to = from] = points.slice(after - 1, after + 1)
  const share = (places.at(x) - from.atMs) / (to.atMs - from.atMs)
  return places.y(from.value + (to.value - from.value) * share)
}

test.each([
  [390, 1, TEXT],
  [390, 2, '+0.021%'],
  [320, 1, TEXT],
  [320, 2, '+0.021%'],
  [180, 3, '+0.021%'],
])(
  'in a drawing of %s px with text of size %s, the label is the longest that reaches no price',
  (width, rem, text) => {
    const given = { from: 0, until: 60_000, low: 100, high: 200, width, height: 400, rem, letters: 9 }
    expect(fittingText([TEXT, '+0.021%'], placesOf(given))).toBe(text)
  },
)

test('a Japanese label counts its letters as wide, and at twice the text size everything is twice as far', () => {
  const dot = { x: right - 100, y: 150, levelY: 180, entryY: null }
  expect(tipLabelAt('+0.021% 基準', dot, flat(150), places).anchor).toBe('start')
  expect(tipLabelAt('基準線から差は一', dot, flat(150), places).anchor).toBe('end')
  const doubled = placesOf({
    from: 0,
    until: 60_000,
    low: 100,
    high: 200,
    width: 390,
    height: 400,
    rem: 2,
    letters: 9,
  })
  expect(tipLabelAt('+0.021%', { x: 50, y: 200, levelY: 300, entryY: null }, flat(200), doubled).y).toBe(176)
})

test('marks of direction take no room', () => {
  const long = 'w'.repeat(Math.floor((right - 12) / 6))
  expect(fittingText([`\u2066${long}\u2069`, 'short'], places)).toBe(`\u2066${long}\u2069`)
  expect(fittingText([`${long}ww`, 'short'], places)).toBe('short')
})
