import { ONE } from '@tickmark/core/money/money'
import { expect, test } from 'vitest'
import { resultsOf } from './figures.ts'

const HOUR_MS = 3_600_000
const NOW_HOUR = 495_000

/** Each of these hours, counted back from the present one, lost a USDT more than the one before. */
const BACK = [0, 24, 25, 168, 169]
const COUNTER = {
  source: 'orders',
  openStake: async () => new Map<number, bigint>(),
  hours: async (_reader: unknown, _userId: number, fromHour: number) =>
    BACK.map((back, i) => {
      const lost = BigInt(i + 1) * ONE
      return { hour: NOW_HOUR - back, currencyId: 1, won: 0n, lost, stake: lost, settled: 1 }
    }).filter(({ hour }) => hour >= fromHour),
}

test('results are those of the present hour and the 24 or 168 before, as limits count them', async () => {
  const deps = { db: null as never, usdtPrice: () => ONE, counters: [COUNTER] }
  expect(await resultsOf(deps, 1, NOW_HOUR * HOUR_MS + 1)).toEqual({
    day: { net: -3n * ONE, orders: 2 },
    week: { net: -10n * ONE, orders: 4 },
  })
})
