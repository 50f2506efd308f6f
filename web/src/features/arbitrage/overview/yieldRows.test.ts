import { expect, test } from 'vitest'
import { countOf, meanShare, yieldRows, type DayState } from './yieldRows.ts'

const day = (profit: string, pool: string, hosted: string) => ({
  day: '2026-11-21',
  profit,
  carried: '0',
  pool,
  hosted,
  paid: '0',
  seq: 7,
})

const rows: [what: string, of: ReturnType<typeof day>, state: DayState, share: bigint][] = [
  ['a pool that is large enough pays the upper yield', day('100', '50', '10000'), 'paid', 40_000n],
  ['a small pool is shared', day('2', '1', '10000'), 'paid', 10_000n],
  ['a share is rounded down', day('2', '2', '30000'), 'paid', 6_666n],
  ['a profit that earns a loss back pays nothing', day('2', '0', '10000'), 'zero', 0n],
  ['a day without trades pays nothing', day('0', '0', '10000'), 'zero', 0n],
  ['a loss pays nothing', day('-2', '0', '10000'), 'loss', 0n],
  ['without hosts, the upper yield would have been paid', day('2', '1', '0'), 'empty', 40_000n],
]

test.each(rows)('[ARB-01] a day on the plot: %s', (_, one, state, share) => {
  expect(yieldRows([one], 400n)).toMatchObject([{ state, share, seq: 7 }])
})

test('the mean includes days of zero and of loss', () => {
  const list = yieldRows(
    rows.map(([, one]) => one),
    400n,
  )
  // 96,666 in 7 days, rounded down.
  expect(meanShare(list)).toBe(13_809n)
  expect(meanShare([])).toBe(0n)
  expect([countOf(list, 'paid'), countOf(list, 'zero'), countOf(list, 'loss')]).toEqual([3, 2, 1])
})
