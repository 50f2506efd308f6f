import { ONE } from '@tickmark/core/money/money'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../db/database.testing.ts'
import { resultsOf, usedOf } from './figures.ts'

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

/** What was won, lost and staked in the present hour, in a currency of which a unit is worth a third of a unit of USDT. */
const hourOf = (won: bigint, lost: bigint, stake: bigint, open: bigint) => ({
  source: 'orders',
  openStake: async () => new Map([[2, open]]),
  hours: async () => [{ hour: NOW_HOUR, currencyId: 2, won, lost, stake, settled: 1 }],
})
const third = (currencyId: number) => (currencyId === 2 ? ONE / 3n : null)

test.each([
  [0n, 1n, -1n],
  [0n, 4n, -2n],
  [1n, 0n, 0n],
  [4n, 0n, 1n],
  [5n, 2n, 0n],
  [2n, 5n, -1n],
])('a result of %i won and %i lost, in thirds, is shown as %i, never too good', async (won, lost, net) => {
  const deps = { db: null as never, usdtPrice: third, counters: [hourOf(won, lost, 0n, 0n)] }
  const { day, week } = await resultsOf(deps, 1, NOW_HOUR * HOUR_MS)
  expect([day.net, week.net]).toEqual([net, net])
})

test('what was used is rounded up, open stakes count as lost, and a gain makes no room', async () => {
  const own = await createTestDatabase()
  const used = async (...given: Parameters<typeof hourOf>) => {
    const deps = { db: own.database.db, usdtPrice: third, counters: [hourOf(...given)] }
    const { lossDay, lossWeek, stakeDay, stakeWeek } = await usedOf(deps, 1, NOW_HOUR * HOUR_MS)
    return [lossDay, lossWeek, stakeDay, stakeWeek]
  }
  expect(await used(0n, 1n, 4n, 0n)).toEqual([1n, 1n, 2n, 2n])
  expect(await used(9n, 0n, 1n, 4n)).toEqual([2n, 2n, 1n, 1n])
  expect(await used(1n, 3n, 0n, 1n)).toEqual([1n, 1n, 0n, 0n])
  expect(await used(0n, 0n, 0n, 0n)).toEqual([0n, 0n, 0n, 0n])
  await own.close()
})
