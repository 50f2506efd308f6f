import { ONE } from '@tickmark/core/money/money'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../db/database.testing.ts'
import { write } from '../app/audit/edges.testing.ts'
import { stillClock } from '../market/market.testing.ts'
import { resultsOf, usedOf } from './figures.ts'
import { limitState } from './routes.ts'

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

test('a user sees each limit with its use, a change once it is in force, and a pause until its last millisecond', async () => {
  const own = await createTestDatabase()
  const clock = stillClock(NOW_HOUR * HOUR_MS)
  const nowMs = clock.nowMs()
  await write(own.database.db, {
    user_limit: [
      { kind: 'lossDay', value: 50, pending_value: 70, pending_from_ms: nowMs + 1 },
      { kind: 'stakeDay', value: 50, pending_value: null, pending_from_ms: nowMs },
      { kind: 'minutesDay', value: 90 },
    ],
    user_break: [{ until_ms: nowMs + 1, excluded_until_ms: nowMs }],
    use_hour: [{ hour: NOW_HOUR, minutes: 7 }],
  })
  const deps = { db: own.database.db, clock, usdtPrice: () => ONE, counters: [hourOf(0n, 5n, 6n, 0n)] }
  const shown = async () => {
    const { limits, breakUntil, excludedUntil } = await limitState(1, deps)
    const list = limits.map((one) => [one.kind, one.value, one.used, one.pending?.value, one.pending?.from])
    return { list, pauses: [breakUntil, excludedUntil] }
  }
  expect(await shown()).toEqual({
    list: [
      ['lossDay', '50', '0.00000005', '70', nowMs + 1],
      ['lossWeek', '', '0.00000005', undefined, undefined],
      ['stakeDay', '', '0.00000006', undefined, undefined],
      ['stakeWeek', '', '0.00000006', undefined, undefined],
      ['minutesDay', '90', '3', undefined, undefined],
      ['minutesWeek', '', '3', undefined, undefined],
    ],
    pauses: [nowMs + 1, null],
  })
  clock.advance(1)
  const later = await shown()
  expect([later.list[0], later.pauses]).toEqual([
    ['lossDay', '70', '0.00000005', undefined, undefined],
    [null, null],
  ])
  await own.close()
})
