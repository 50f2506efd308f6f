import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ChartOrder } from './Chart.tsx'
import { ChartOrderGround, ChartOrderMarks } from './ChartOrderMarks.tsx'
import { placesOf } from './chartPlaces.ts'
import { ChartScale, Extremes } from './ChartScale.tsx'

// 300 wide between the edges, so that a second is five, and 240 high for 100 of price.
const frame = { from: 0, until: 60_000, low: 100, high: 200, width: 390, height: 286, rem: 1, letters: 0 }
const places = { ...placesOf(frame), x: (atMs: number) => atMs / 200, right: 310 }
const order: ChartOrder = {
  direction: 'up',
  entryAtMs: 10_000,
  endAtMs: 50_000,
  entry: 150,
  barrier: 160,
  entryText: '150.00',
  winsText: 'wins here',
}

/** The elements of a drawing that carry this attribute, each with some of its numbers. */
function found(part: ReactElement, mark: string, ...names: string[]): Record<string, string>[] {
  const tags = renderToStaticMarkup(<svg>{part}</svg>).match(new RegExp(`<[^>]* ${mark}[^>]*>`, 'g')) ?? []
  return tags.map((tag) =>
    Object.fromEntries(names.map((name) => [name, new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? ''])),
  )
}
const texts = (part: ReactElement) =>
  [...renderToStaticMarkup(<svg>{part}</svg>).matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text)

test.each([
  ['up', 160, { x: '50', width: '200', y: '0', height: '118', opacity: '0.1' }],
  ['down', 140, { x: '50', width: '200', y: '166', height: '96', opacity: '1' }],
  // A level beyond the edge leaves the whole height, or nothing.
  ['up', 300, { x: '50', width: '200', y: '0', height: '22', opacity: '0.1' }],
  ['down', 0, { x: '50', width: '200', y: '262', height: '0', opacity: '1' }],
] as const)(
  'the winning side of an order %s stands from its level at %d, for its own time',
  (direction, barrier, side) => {
    const ground = <ChartOrderGround order={{ ...order, direction, barrier }} places={places} id="" />
    expect(found(ground, 'data-wins', 'x', 'width', 'y', 'height', 'opacity')).toEqual([side])
    expect(texts(ground)).toEqual(['wins here'])
  },
)

test('the side is cut at the edges of the drawing', () => {
  const long = { ...order, entryAtMs: -5_000, endAtMs: 90_000 }
  const ground = <ChartOrderGround order={long} places={places} id="" />
  expect(found(ground, 'data-wins', 'x', 'width')).toEqual([{ x: '0', width: '310' }])
})

test('the seconds that settle an order are marked to its end', () => {
  const ground = (windowFromMs?: number) => (
    <ChartOrderGround
      order={{ ...order, ...(windowFromMs !== undefined && { windowFromMs }) }}
      places={places}
      id=""
    />
  )
  const marked = (from?: number) => found(ground(from), 'data-settles', 'x', 'width')
  expect(marked()).toEqual([])
  expect(marked(48_000)).toEqual([{ x: '240', width: '10' }])
  expect(marked(50_000)).toEqual([{ x: '250', width: '2' }])
})

test('after its end an order’s time is faded, and its settlement price is a dot of its outcome', () => {
  const exit = { atMs: 50_000, value: 170 }
  const marks = (given: Partial<ChartOrder>, isWindow = true) => (
    <ChartOrderMarks order={{ ...order, ...given }} places={places} lastY={30} isWindow={isWindow} />
  )
  expect(found(marks({}), 'data-after', 'x', 'width')).toEqual([{ x: '250', width: '60' }])
  expect(found(marks({ endAtMs: 90_000 }), 'data-after', 'x', 'width')).toEqual([{ x: '450', width: '0' }])
  expect(found(marks({}), 'data-exit', 'data-exit')).toEqual([])
  for (const [outcome, tone] of [
    ['won', 'fill-up'],
    ['lost', 'fill-down'],
    ['even', 'fill-ink-3'],
  ] as const) {
    const drawn = renderToStaticMarkup(<svg>{marks({ exit: { ...exit, outcome } })}</svg>)
    const [, dot = ''] = drawn.split('data-exit')
    expect(['fill-up', 'fill-down', 'fill-ink-3'].filter((one) => dot.includes(one))).toEqual([tone])
  }
  expect(found(marks({ exit: { ...exit, outcome: 'won' } }, false), 'data-exit', 'data-exit')).toEqual([])
})

test('a drawing of another time shows the entry price alone, and only while it is in sight', () => {
  const marks = (entry: number) => (
    <ChartOrderMarks order={{ ...order, entry }} places={places} lastY={30} isWindow={false} />
  )
  expect([100, 150, 200].map((entry) => texts(marks(entry)))).toEqual([['150.00'], ['150.00'], ['150.00']])
  expect([99, 201].map((entry) => texts(marks(entry)))).toEqual([[], []])
  expect(found(marks(150), 'data-after', 'x')).toEqual([])
})

test('the scale leaves out a price that a label covers', () => {
  const prices = (tags: number[]) => texts(<ChartScale places={places} format={String} tags={tags} />)
  const all = prices([])
  expect(all).toHaveLength(3)
  const y = places.y(Number(all[1]))
  expect(prices([y + 17])).toEqual([all[0], all[2]])
  expect(prices([y - 17])).toEqual([all[0], all[2]])
  expect(prices([y + 17.1])).toEqual(all)
})

test('the highest and the lowest price are named where they first were', () => {
  const at = (...values: number[]) => values.map((value, second) => ({ atMs: second * 10_000, value }))
  const named = (...values: number[]) => (
    <Extremes points={at(...values)} places={places} format={String} words={{ high: 'High', low: 'Low' }} />
  )
  expect(texts(named(150, 180, 120, 180, 120, 150))).toEqual(['High 180', 'Low 120'])
  const [high, low] = found(named(150, 180, 120, 180, 120, 150), 'data-extreme', 'x', 'y')
  expect([Number(high?.['x']), Number(low?.['x'])]).toEqual([50, 100])
  expect([Number(high?.['y']), Number(low?.['y'])]).toEqual([places.y(180) - 7, places.y(120) + 15])
  expect([texts(named()), texts(named(150, 160))]).toEqual([[], []])
})
