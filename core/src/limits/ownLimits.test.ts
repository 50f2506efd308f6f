import { expect, test } from 'vitest'
import { ONE } from '../money/money.ts'
import type { LimitKind } from './limitKinds.ts'
import { ownLimitAgainst, type LimitedOrder, type OwnLimitFacts } from './ownLimits.ts'

const HOUR = 3_600_000
const HOURS = 500_000
/** The 31st minute of an hour. */
const NOW = HOURS * HOUR + 30 * 60_000
const usdtPrice = (id: number) => (id === 1 ? ONE : id === 3 ? 3_000n * ONE : null)

const order = (given: Partial<LimitedOrder> = {}, stake = 10n * ONE, fee = 0n): LimitedOrder => {
  return { book: 'real', currencyId: 1, sums: { stake, fee }, acceptedAtMs: NOW, ...given }
}
function factsOf(
  limits: Partial<Record<LimitKind, number>>,
  given: Partial<OwnLimitFacts> = {},
): OwnLimitFacts {
  const kinds = Object.entries(limits).map(
    ([kind, value]) => [kind as LimitKind, { value, pending: null }] as const,
  )
  const nothing = {
    breakUntilMs: 0,
    excludedUntilMs: 0,
    minutes: [],
    hours: [],
    atStake: new Map<number, bigint>(),
  }
  return { ...nothing, limits: new Map(kinds), ...given }
}
/** Results of the hour `ago` hours before, in whole USDT. */
const hour = (ago: number, { won = 0n, lost = 0n, stake = 0n, currencyId = 1 }) => {
  return { hour: HOURS - ago, currencyId, won: won * ONE, lost: lost * ONE, stake: stake * ONE }
}
const loss = (limit: bigint, left: bigint) => ({ code: 'limit_loss', limit, left: left * ONE })
const stakes = (limit: bigint, left: bigint) => ({ code: 'limit_stake', limit, left: left * ONE })

test.each<[string, OwnLimitFacts, unknown]>([
  ['no limit', factsOf({}), null],
  ['a break until that very moment', factsOf({}, { breakUntilMs: NOW }), null],
  ['an exclusion until that very moment', factsOf({}, { excludedUntilMs: NOW }), null],
  ['a break', factsOf({}, { breakUntilMs: NOW + 1 }), { code: 'on_break', untilMs: NOW + 1 }],
  [
    'an exclusion during a longer break',
    factsOf({}, { breakUntilMs: NOW + 2, excludedUntilMs: NOW + 1 }),
    { code: 'excluded', untilMs: NOW + 1 },
  ],
  ['a loss limit that it just keeps', factsOf({ lossDay: 10 }), null],
  ['a loss limit that it breaks', factsOf({ lossDay: 9 }), loss(9n, 9n)],
  [
    'what is at stake, as if lost',
    factsOf({ lossDay: 12 }, { atStake: new Map([[1, 3n * ONE]]) }),
    loss(12n, 9n),
  ],
  [
    'gains, which free nothing at stake',
    factsOf({ lossDay: 12 }, { hours: [hour(1, { won: 50n })], atStake: new Map([[1, 3n * ONE]]) }),
    loss(12n, 9n),
  ],
  [
    'gains, which make up for losses',
    factsOf({ lossDay: 12 }, { hours: [hour(1, { won: 3n, lost: 5n })] }),
    null,
  ],
  [
    'gains of the oldest hour, which do not',
    factsOf({ lossDay: 12 }, { hours: [hour(24, { won: 3n, lost: 5n })] }),
    loss(12n, 7n),
  ],
  ['losses of the hour before it', factsOf({ lossDay: 12 }, { hours: [hour(25, { lost: 5n })] }), null],
  ['the same in the week', factsOf({ lossWeek: 12 }, { hours: [hour(25, { lost: 5n })] }), loss(12n, 7n)],
  [
    'the oldest hour of the week',
    factsOf({ lossWeek: 12 }, { hours: [hour(168, { won: 9n, lost: 5n })] }),
    loss(12n, 7n),
  ],
  ['the hour before that', factsOf({ lossWeek: 12 }, { hours: [hour(169, { lost: 5n })] }), null],
  ['more lost than the limit', factsOf({ lossDay: 12 }, { hours: [hour(0, { lost: 20n })] }), loss(12n, 0n)],
  ['stakes of a day', factsOf({ stakeDay: 30 }, { hours: [hour(24, { stake: 21n })] }), stakes(30n, 9n)],
  ['stakes of a week', factsOf({ stakeWeek: 30 }, { hours: [hour(168, { stake: 21n })] }), stakes(30n, 9n)],
  ['older stakes', factsOf({ stakeDay: 30, stakeWeek: 60 }, { hours: [hour(25, { stake: 21n })] }), null],
  ['the tighter of two', factsOf({ lossDay: 8, stakeDay: 7 }), stakes(7n, 7n)],
  ['the first of two that are equal', factsOf({ lossDay: 7, stakeDay: 7 }), loss(7n, 7n)],
  [
    'other currencies at their price',
    factsOf({ stakeDay: 3_009 }, { hours: [hour(0, { stake: 1n, currencyId: 3 })] }),
    stakes(3_009n, 9n),
  ],
  [
    'a currency without a price',
    factsOf({ stakeDay: 100 }, { hours: [hour(0, { stake: 1n, currencyId: 4 })] }),
    { code: 'price_missing' },
  ],
  [
    'a stake without a price',
    factsOf({ stakeDay: 100 }, { atStake: new Map([[4, 1n]]) }),
    { code: 'price_missing' },
  ],
  [
    'a currency without a price that counts no more',
    factsOf({ stakeDay: 100 }, { hours: [hour(169, { stake: 1n, currencyId: 4 })] }),
    null,
  ],
  [
    'minutes that the present one completes',
    factsOf({ minutesDay: 2 }, { minutes: [{ hour: HOURS, minutes: 0b11n }] }),
    { code: 'limit_time', limit: 2n },
  ],
  [
    'minutes with the present one among them',
    factsOf({ minutesDay: 2 }, { minutes: [{ hour: HOURS, minutes: (1n << 30n) | 1n }] }),
    null,
  ],
  [
    'minutes of the oldest hour',
    factsOf({ minutesDay: 2 }, { minutes: [{ hour: HOURS - 24, minutes: 0b11n }] }),
    { code: 'limit_time', limit: 2n },
  ],
  [
    'minutes before it',
    factsOf({ minutesDay: 2 }, { minutes: [{ hour: HOURS - 25, minutes: 0b11n }] }),
    null,
  ],
  [
    'minutes of the week',
    factsOf({ minutesDay: 9, minutesWeek: 2 }, { minutes: [{ hour: HOURS - 168, minutes: 0b11n }] }),
    { code: 'limit_time', limit: 2n },
  ],
  [
    'minutes of the week alone',
    factsOf({ minutesWeek: 2 }, { minutes: [{ hour: HOURS - 168, minutes: 0b11n }] }),
    { code: 'limit_time', limit: 2n },
  ],
  [
    'just the minutes of the week',
    factsOf({ minutesWeek: 3 }, { minutes: [{ hour: HOURS - 168, minutes: 0b11n }] }),
    null,
  ],
  ['nothing at stake without a price', factsOf({ stakeDay: 100 }, { atStake: new Map([[4, 0n]]) }), null],
  [
    'a time limit before a money limit',
    factsOf({ minutesDay: 1, stakeDay: 1 }, { minutes: [{ hour: HOURS, minutes: 1n }] }),
    { code: 'limit_time', limit: 1n },
  ],
])('an order of 10 USDT against %s', (_, facts, expected) => {
  expect(ownLimitAgainst(order(), facts, usdtPrice)).toEqual(expected)
})

test('the fee counts as lost, and not as staked', () => {
  const with1 = order({}, 10n * ONE, ONE)
  expect(ownLimitAgainst(with1, factsOf({ stakeDay: 10 }), usdtPrice)).toBeNull()
  expect(ownLimitAgainst(with1, factsOf({ lossDay: 10 }), usdtPrice)).toEqual(loss(10n, 10n))
})

test('every money limit refuses an order in a currency without a price, and no other limit does', () => {
  const unpriced = order({ currencyId: 4 })
  expect(ownLimitAgainst(unpriced, factsOf({ stakeWeek: 100 }), usdtPrice)).toEqual({ code: 'price_missing' })
  expect(ownLimitAgainst(unpriced, factsOf({ minutesDay: 9 }), usdtPrice)).toBeNull()
})

test('in the practice book breaks and time limits apply, money limits do not', () => {
  const practice = order({ book: 'simulated', currencyId: 4 })
  expect(ownLimitAgainst(practice, factsOf({ lossDay: 1, stakeDay: 1 }), usdtPrice)).toBeNull()
  expect(ownLimitAgainst(practice, factsOf({}, { breakUntilMs: NOW + 1 }), usdtPrice)).toMatchObject({
    code: 'on_break',
  })
  const tired = factsOf({ minutesDay: 1 }, { minutes: [{ hour: HOURS, minutes: 1n }] })
  expect(ownLimitAgainst(practice, tired, usdtPrice)).toMatchObject({ code: 'limit_time' })
})

test('a looser value applies from its time on', () => {
  const limits = new Map([['stakeDay' as const, { value: 9, pending: { value: 10, fromMs: NOW } }]])
  expect(ownLimitAgainst(order(), factsOf({}, { limits }), usdtPrice)).toBeNull()
  expect(ownLimitAgainst(order({ acceptedAtMs: NOW - 1 }), factsOf({}, { limits }), usdtPrice)).toEqual(
    stakes(9n, 9n),
  )
})
