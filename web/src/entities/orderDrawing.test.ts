import { expect, test } from 'vitest'
import { drawnPoints, orderDrawing, runningStretchOf, stretchOf } from './orderDrawing.ts'
import type { OrderItem } from './orderState.ts'

const START = 1_790_000_000_000
const tick = (second: number, value = second) => ({ atMs: START + second * 1_000, value })

test('a minute is drawn from ten seconds before its entry to a few seconds after its end', () => {
  expect(stretchOf({ entryAtMs: START, endAtMs: START + 60_000 })).toEqual({
    fromMs: START - 10_000,
    toMs: START + 65_000,
  })
})

test.each([
  [250, 10, 20],
  [262, 10, 21],
  [263, 11, 21],
  [50, 10, 4],
  [57, 10, 5],
])(
  'an order of %d s is drawn from whole seconds before it, %d, to whole seconds after it, %d',
  (span, before, after) => {
    expect(stretchOf({ entryAtMs: START, endAtMs: START + span * 1_000 })).toEqual({
      fromMs: START - before * 1_000,
      toMs: START + (span + after) * 1_000,
    })
  },
)

test('a day is drawn with a share of its length before and after', () => {
  const { fromMs, toMs } = stretchOf({ entryAtMs: START, endAtMs: START + 86_400_000 })
  expect([START - fromMs, toMs - START - 86_400_000]).toEqual([3_456_000, 6_912_000])
})

const MINUTE = 60_000
const HOUR = 60 * MINUTE

test.each([
  ['a day, at once', 24 * HOUR, 0, [2.5, 5]],
  ['a day, while three quarters of that are not filled', 24 * HOUR, 225_000, [2.5, 5]],
  ['a day, after that', 24 * HOUR, 225_001, [7.5, 15]],
  ['a day, after an hour', 24 * HOUR, HOUR, [60, 120]],
  ['a day, after nine hours', 24 * HOUR, 9 * HOUR, [360, 720]],
  ['an hour, at once', HOUR, 0, [2.5, 5]],
  ['an hour, after twenty minutes', HOUR, 20 * MINUTE, [15, 30]],
  ['a quarter, at once', 15 * MINUTE, 0, [2.5, 5]],
])('of %s, a part is drawn with half as much before it', (_, lasts, passed, [before, after]) => {
  const { fromMs, toMs } = runningStretchOf({ entryAtMs: START, endAtMs: START + lasts }, START + passed)
  expect([(START - fromMs) / MINUTE, (toMs - START) / MINUTE]).toEqual([before, after])
})

test.each([
  ['a day, after more than nine hours', 24 * HOUR, 9 * HOUR + 1],
  ['an hour, after half of it', HOUR, 30 * MINUTE],
  ['five minutes, at once', 5 * MINUTE, 0],
  ['a minute, at once', MINUTE, 0],
])('of %s, the whole is drawn', (_, lasts, passed) => {
  const order = { entryAtMs: START, endAtMs: START + lasts }
  expect(runningStretchOf(order, START + passed)).toEqual(stretchOf(order))
})

test('logged and received prices make one line, with each second once', () => {
  const stretch = { fromMs: START, toMs: START + 60_000 }
  const points = drawnPoints(stretch, [tick(-1), tick(0), tick(1), tick(2)], [tick(2), tick(3), tick(70)])
  expect(points).toEqual([tick(0), tick(1), tick(2), tick(3)])
  const mixed = drawnPoints(stretch, [tick(60), tick(5, 1), tick(61)], [tick(5, 2), tick(4)])
  expect(mixed).toEqual([tick(4), tick(5, 2), tick(60)])
})

test('a long time span has one point in each equal step, plus the newest', () => {
  const stretch = { fromMs: START, toMs: START + 3_600_000 }
  const all = Array.from({ length: 1_000 }, (_, at) => tick(at))
  const points = drawnPoints(stretch, all, [tick(1_000), tick(1_001)])
  expect(points.length).toBeLessThan(80)
  expect(points.at(-1)).toEqual(tick(1_001))
  expect(points.at(-2)).toEqual(tick(989))
})

const finished = {
  pid: 1,
  timeId: 111,
  direction: 1,
  barrierPpm: 1_000,
  dueAt: START + 180_000,
  entryAt: null,
  entryPrice: '2000',
  exitPrice: '1990.5',
  exitAt: START + 174_000,
  level: null,
  endedAt: null,
} as OrderItem

test('a decided order is drawn with its two prices, its level and its settlement window', () => {
  const drawn = orderDrawing({ ...finished, outcome: 'won' }, 'wins', 'entry')
  expect(drawn).toEqual({
    direction: 'down',
    entryAtMs: START,
    endAtMs: START + 180_000,
    entry: 2000,
    barrier: 1998,
    entryText: 'entry',
    winsText: 'wins',
    windowFromMs: START + 171_000,
    exit: { atMs: START + 174_000, value: 1990.5, outcome: 'won' },
  })
  const exits = (['lost', 'tied', 'void', 'closed', null] as const).map(
    (outcome) => orderDrawing({ ...finished, outcome }, '', '')?.exit?.outcome,
  )
  expect(exits).toEqual(['lost', 'even', undefined, undefined, undefined])
  expect(orderDrawing({ ...finished, outcome: 'lost', exitAt: null }, '', '')?.exit?.atMs).toBe(
    finished.dueAt,
  )
  expect(orderDrawing({ ...finished, entryPrice: null }, '', '')).toBeNull()
})

test('an order closed early is drawn until its close, without a settlement window', () => {
  const ended = { ...finished, exitPrice: null, endedAt: START + 70_000 }
  const closed = orderDrawing({ ...ended, outcome: 'closed' }, '', '')
  expect(closed?.endAtMs).toBe(START + 70_000)
  expect(closed).not.toHaveProperty('windowFromMs')
  const refunded = orderDrawing({ ...ended, outcome: 'void' }, '', '')
  expect(refunded).toMatchObject({ endAtMs: START + 180_000, windowFromMs: START + 171_000 })
})

test.each([
  ['with its entry time', { entryAt: START + 1_000 }, { entryAtMs: START + 1_000 }],
  ['with a level of the server', { level: '1997.5' }, { barrier: 1997.5 }],
])('an order %s is drawn by it', (_, given, drawn) => {
  expect(orderDrawing({ ...finished, ...given, outcome: 'won' }, '', '')).toMatchObject(drawn)
})

test.each([
  ['without an entry price', { entryPrice: null }],
  ['without an entry price, but with a level', { entryPrice: null, level: '1998' }],
])('an order %s is not drawn', (_, given) => {
  expect(orderDrawing({ ...finished, ...given, outcome: null }, '', '')).toBeNull()
})

test.each([
  ['won', '1990.5', { atMs: START + 174_000, value: 1990.5, outcome: 'won' }],
  ['lost', '1990.5', { atMs: START + 174_000, value: 1990.5, outcome: 'lost' }],
  ['tied', '1990.5', { atMs: START + 174_000, value: 1990.5, outcome: 'even' }],
  ['closed', '1990.5', undefined],
  ['void', '1990.5', undefined],
  [null, '1990.5', undefined],
  ['won', null, undefined],
] as const)('an order that is %s at %s ends in the drawing', (outcome, exitPrice, exit) => {
  const drawn = orderDrawing({ ...finished, outcome, exitPrice }, '', '')
  expect(drawn?.exit).toEqual(exit)
  expect(Object.hasOwn(drawn ?? {}, 'exit')).toBe(exit !== undefined)
})

test('a span of 240 seconds has each of them, a longer one every other', () => {
  const pointsIn = (span: number) => {
    const seconds = Array.from({ length: span + 1 }, (_, at) => tick(at))
    return drawnPoints({ fromMs: START, toMs: START + span * 1_000 }, seconds, [])
  }
  expect(pointsIn(240)).toHaveLength(241)
  expect(pointsIn(241).map((one) => one.value)).toEqual(Array.from({ length: 121 }, (_, at) => 2 * at + 1))
})
