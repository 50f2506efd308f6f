import { sumFigures } from '@tickmark/core/record/recordFigures'
import { toyLine } from '@tickmark/core/record/toyRecord.testing'
import { expect, test } from 'vitest'
import { pointsOf, rowsBy } from './recordRows.ts'

const sum = sumFigures()
for (const [pid, duration, chancePpm, outcome] of [
  [2, 300, 350_000, 'lost'],
  [1, 60, 500_000, 'won'],
  [2, 60, 200_000, 'void'],
] as const) {
  sum.addOrder(toyLine({ pid, duration, chancePpm, outcome }))
}
const { real } = sum.figures()

test('coins are sorted by orders, durations by length, and a group without a decided order has no shares', () => {
  expect(rowsBy(real, 'coin').map(({ tally, found }) => [tally.pid, tally.orders, found?.won])).toEqual([
    [2, 2, 0],
    [1, 1, 1],
  ])
  const turned = { ...real, groups: real.groups.toReversed() }
  for (const one of [real, turned])
    expect(rowsBy(one, 'duration').map(({ tally }) => tally.duration)).toEqual([60, 300])
})

test('the plot has a point for each chance with decided orders, the smallest first', () => {
  expect(pointsOf({ ...real, groups: real.groups.toReversed() })).toEqual(pointsOf(real))
  expect(pointsOf(real).map(({ promised, won, decided }) => [promised, won, decided])).toEqual([
    [0.35, 0, 1],
    [0.5, 1, 1],
  ])
})

test('coins with as many orders are sorted by their number, and undecided ones have no figures', () => {
  const equal = sumFigures()
  for (const pid of [3, 1, 2]) equal.addOrder(toyLine({ pid, outcome: pid === 2 ? 'void' : 'lost' }))
  const rows = rowsBy(equal.figures().real, 'coin')
  expect(rows.map(({ tally, found }) => [tally.pid, found?.decided ?? null])).toEqual([
    [1, 1],
    [2, null],
    [3, 1],
  ])
})
