import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { OwnLimitFacts } from '../limits/ownLimits.ts'
import type { Amount } from '../money/money.ts'
import {
  admit,
  type Admission,
  type AdmissionFacts,
  type AdmissionRequest,
  demandsOf,
  keyName,
  mustSum,
  purseName,
} from './admission.ts'

const NOW = 1_800_000_000_000
const ME = purseName(7, 1)

/** A stake of 100 that may win 92, with a fee of 1. */
function requestOf(given: Partial<AdmissionRequest> = {}): AdmissionRequest {
  const sums = { stake: 100n, profit: 92n, fee: 1n }
  const names = { key: 'key', fingerprint: 'same', id: 'id', nonce: 'session 1' }
  return { userId: 7, currencyId: 1, pid: 3, acceptedAtMs: NOW, sums, ...names, ...given }
}

/** Facts that only just admit that order: one unit less of any of them refuses it. */
function factsOf(given: Partial<AdmissionFacts> = {}): AdmissionFacts {
  return {
    book: 'real',
    purses: new Map([[ME, { available: 101n, atStake: 50n, mayWin: 8n }]]),
    house: new Map([[1, { bankroll: 92n, mayWin: 908n }]]),
    productStakes: new Map([[ME, new Map([[3, 20n]])]]),
    earlier: { orders: new Map(), names: new Set() },
    own: new Map(),
    limits: new Map([[1, { userMost: 120n, exposure: { user: 100n, house: 1_000n, growth: 0n } }]]),
    usdtPrice: () => 100_000_000n,
    ...given,
  }
}

/** Limits that refuse none of these orders. */
const WIDE = { userMost: 1_000n, exposure: { user: 1_000n, house: 1_000n, growth: 0n } }

const free: OwnLimitFacts = {
  breakUntilMs: 0,
  excludedUntilMs: 0,
  limits: new Map(),
  minutes: [],
  hours: [],
  atStake: new Map(),
}

function codeOf(admission: Admission | undefined): string {
  if (!admission) return 'nothing'
  if (!admission.ok) return admission.refusal.code
  return admission.value.repeats === null ? 'admitted' : `repeats ${admission.value.repeats}`
}

/** Each reason against the order, from highest to lowest precedence. */
const REASONS: [string, (facts: AdmissionFacts) => AdmissionFacts][] = [
  ['repeats first', (facts) => ({ ...facts, earlier: earlier(facts, { id: 'first', fingerprint: 'same' }) })],
  ['key_reused', (facts) => ({ ...facts, earlier: earlier(facts, { id: 'first', fingerprint: 'other' }) })],
  ['excluded', (facts) => withOwn(facts, { excludedUntilMs: NOW + 1 })],
  ['on_break', (facts) => withOwn(facts, { breakUntilMs: NOW + 1 })],
  [
    'limit_time',
    (facts) => withLimit(facts, 'minutesDay', 1, { minutes: [{ hour: NOW / 3_600_000 - 1, minutes: 1n }] }),
  ],
  ['price_missing', (facts) => ({ ...withLimit(facts, 'stakeDay', 1), usdtPrice: () => null })],
  ['limit_stake', (facts) => withLimit(facts, 'stakeDay', 1, { hours: [staked(100_000_000n)] })],
  ['insufficient_funds', (facts) => withPurse(facts, { available: 100n })],
  ['user_limit', (facts) => ({ ...facts, productStakes: new Map([[ME, new Map([[3, 21n]])]]) })],
  ['profit_limit', (facts) => withPurse(facts, { mayWin: 9n })],
  ['exposure_limit', (facts) => withHouse(facts, { mayWin: 909n })],
  ['bankroll_uncovered', (facts) => withHouse(facts, { bankroll: 91n })],
  ['consent_used', (facts) => ({ ...facts, earlier: { ...facts.earlier, names: new Set(['session 1']) } })],
]

function earlier(facts: AdmissionFacts, order: { id: string; fingerprint: string }) {
  return { ...facts.earlier, orders: new Map([[keyName(requestOf()), order]]) }
}
function withOwn(facts: AdmissionFacts, given: Partial<OwnLimitFacts>): AdmissionFacts {
  return { ...facts, own: new Map([[7, { ...free, ...facts.own.get(7), ...given }]]) }
}
function withLimit(
  facts: AdmissionFacts,
  kind: 'minutesDay' | 'stakeDay',
  value: number,
  given: Partial<OwnLimitFacts> = {},
): AdmissionFacts {
  const limits = new Map(facts.own.get(7)?.limits).set(kind, { value, pending: null })
  return withOwn(facts, { limits, ...given })
}
function staked(stake: Amount) {
  return { hour: Math.floor(NOW / 3_600_000), currencyId: 1, won: 0n, lost: 0n, stake }
}
function withPurse(facts: AdmissionFacts, given: object): AdmissionFacts {
  const mine = facts.purses.get(ME) ?? { available: 0n, atStake: 0n, mayWin: 0n }
  return { ...facts, purses: new Map([[ME, { ...mine, ...given }]]) }
}
function withHouse(facts: AdmissionFacts, given: object): AdmissionFacts {
  const ours = facts.house.get(1) ?? { bankroll: 0n, mayWin: 0n }
  return { ...facts, house: new Map([[1, { ...ours, ...given }]]) }
}

describe('of several reasons against an order, the first in this list is reported', () => {
  test('without a reason it is admitted', () => {
    expect(admit(factsOf(), [requestOf()])).toEqual([{ ok: true, value: { growth: 0n, repeats: null } }])
  })

  test.each(REASONS.map(([code], place) => [code, place] as const))('%s', (code, place) => {
    // Reasons that set the same field exclude each other: the last applied wins, so the tested one is applied last.
    const worse = REASONS.slice(place + 1).map(([, apply]) => apply)
    const [, own] = REASONS[place] ?? []
    expect(codeOf(admit(own?.(factsOf()) ?? factsOf(), [requestOf()])[0])).toBe(code)
    const all = [...worse, own ?? ((facts) => facts)].reduce((facts, apply) => apply(facts), factsOf())
    expect(codeOf(admit(all, [requestOf()])[0])).toBe(code)
  })
})

test.each([
  ['insufficient_funds', withPurse(factsOf(), { available: 100n }), { available: 100n }],
  ['profit_limit', withPurse(factsOf(), { mayWin: 9n }), { most: 100n }],
  ['excluded', withOwn(factsOf(), { excludedUntilMs: NOW + 5 }), { untilMs: NOW + 5 }],
  ['on_break', withOwn(factsOf(), { breakUntilMs: NOW + 5 }), { untilMs: NOW + 5 }],
  [
    'limit_stake',
    withLimit(factsOf(), 'stakeDay', 1, { hours: [staked(99_999_950n)] }),
    { limit: 1n, left: 50n },
  ],
  ['exposure_limit', withHouse(factsOf(), { mayWin: 909n }), {}],
  ['bankroll_uncovered', withHouse(factsOf(), { bankroll: 91n }), {}],
  ['insufficient_funds', factsOf({ purses: new Map() }), { available: 0n }],
  ['bankroll_uncovered', factsOf({ house: new Map() }), {}],
])('%s states the remaining figures', (code, facts, figures) => {
  expect(admit(facts, [requestOf()])).toEqual([{ ok: false, refusal: { code, ...figures } }])
})

test('a retry grows no bankroll, and an account without a row holds nothing', () => {
  const again = factsOf({ earlier: earlier(factsOf(), { id: 'first', fingerprint: 'same' }) })
  expect(admit(again, [requestOf()])).toEqual([{ ok: true, value: { growth: 0n, repeats: 'first' } }])
  const exposure = { user: 100n, house: 92n, growth: 100n }
  const bare = factsOf({ house: new Map(), limits: new Map([[1, { userMost: 120n, exposure }]]) })
  expect(admit(bare, [requestOf()])).toEqual([{ ok: true, value: { growth: 100n, repeats: null } }])
  const tight = { userMost: 120n, exposure: { user: 91n, house: 1_000n, growth: 0n } }
  const noPurse = factsOf({ purses: new Map(), limits: new Map([[1, tight]]) })
  const free = requestOf({ sums: { stake: 0n, profit: 91n, fee: 0n } })
  expect(admit(noPurse, [free]).map(codeOf)).toEqual(['admitted'])
})

test('a whole limit may be staked in a product without open orders', () => {
  const facts = factsOf({ limits: new Map([[1, { ...WIDE, userMost: 100n }]]) })
  expect(admit(facts, [requestOf({ pid: 4 })]).map(codeOf)).toEqual(['admitted'])
  expect(
    admit(facts, [requestOf({ pid: 4, sums: { stake: 101n, profit: 1n, fee: 0n } })]).map(codeOf),
  ).toEqual(['user_limit'])
})

test('an order without a signature neither uses up a name nor needs a free one', () => {
  const facts = factsOf({
    purses: new Map([[ME, { available: 202n, atStake: 0n, mayWin: 0n }]]),
    limits: new Map([[1, WIDE]]),
    earlier: { orders: new Map(), names: new Set(['taken']) },
    house: new Map([[1, { bankroll: 1_000n, mayWin: 0n }]]),
  })
  const unsigned = { id: 'taken', nonce: null }
  expect(
    admit(facts, [requestOf({ ...unsigned, key: 'a' }), requestOf({ ...unsigned, key: 'b' })]).map(codeOf),
  ).toEqual(['admitted', 'admitted'])
})

test('an admitted order counts for later ones: its stake, its profit, its key and its owner’s signature', () => {
  const facts = factsOf({
    purses: new Map([[ME, { available: 303n, atStake: 0n, mayWin: 0n }]]),
    house: new Map([[1, { bankroll: 1_000n, mayWin: 0n }]]),
    productStakes: new Map([[ME, new Map()]]),
    limits: new Map([[1, { userMost: 150n, exposure: { user: 250n, house: 1_000n, growth: 0n } }]]),
  })
  const other = { key: 'other', id: 'other', nonce: 'session 2' }
  const answers = admit(facts, [
    requestOf(),
    requestOf({ id: 'new' }),
    requestOf({ id: 'new', fingerprint: 'other' }),
    requestOf({ ...other, nonce: 'session 1', pid: 4 }),
    requestOf({ ...other, id: 'id', pid: 4 }),
    requestOf(other),
    requestOf({ ...other, pid: 4 }),
    requestOf({ key: 'third', id: 'third', nonce: null, pid: 5 }),
    requestOf({ key: 'third', id: 'third', nonce: null, pid: 5, userId: 8 }),
  ])
  expect(answers.map(codeOf)).toEqual([
    'admitted',
    'repeats id',
    'key_reused',
    'consent_used',
    'consent_used',
    'user_limit',
    'admitted',
    'profit_limit',
    'insufficient_funds',
  ])
})

test('a refused order has no effect on later ones, and its key stays free', () => {
  const large = { stake: 1_000n, profit: 920n, fee: 0n }
  const answers = admit(factsOf(), [requestOf({ sums: large }), requestOf()])
  expect(answers.map(codeOf)).toEqual(['insufficient_funds', 'admitted'])
})

test('the practice bankroll grows for an order that it does not cover, but only if the order is admitted', () => {
  const facts = factsOf({
    book: 'simulated',
    purses: new Map([[ME, { available: 202n, atStake: 0n, mayWin: 0n }]]),
    house: new Map([[1, { bankroll: 0n, mayWin: 0n }]]),
    limits: new Map([[1, { userMost: 500n, exposure: { user: 500n, house: 10_000n, growth: 100n } }]]),
  })
  const requests = ['a', 'b', 'c'].map((key) => requestOf({ key, id: key, nonce: key }))
  const grown = admit(facts, requests).map((one) => (one.ok ? one.value.growth : one.refusal.code))
  expect(grown).toEqual([100n, 100n, 'insufficient_funds'])
})

test('an owner’s limits count all earlier orders of the same batch, in the real book only', () => {
  const purse = { available: 10n ** 12n, atStake: 0n, mayWin: 0n }
  const wide = { userMost: 10n ** 12n, exposure: { user: 10n ** 12n, house: 10n ** 12n, growth: 0n } }
  const sums = { stake: 40_000_000n, profit: 1n, fee: 0n }
  const facts = (book: 'real' | 'simulated') =>
    withLimit(
      factsOf({
        book,
        purses: new Map([[ME, purse]]),
        house: new Map([[1, { bankroll: 10n ** 12n, mayWin: 0n }]]),
        limits: new Map([[1, wide]]),
      }),
      'stakeDay',
      1,
    )
  const requests = ['a', 'b', 'c'].map((key) => requestOf({ key, id: key, nonce: key, sums }))
  expect(admit(facts('real'), requests)[2]).toEqual({
    ok: false,
    refusal: { code: 'limit_stake', limit: 1n, left: 20_000_000n },
  })
  expect(admit(facts('simulated'), requests).map(codeOf)).toEqual(['admitted', 'admitted', 'admitted'])
})

const stake = fc.bigInt({ min: 1n, max: 60n })
const asked = fc.record({
  userId: fc.integer({ min: 1, max: 3 }),
  pid: fc.integer({ min: 1, max: 2 }),
  stake,
})

test('in any batch an order is refused exactly when it would overspend or pass a limit', () => {
  const limits = { userMost: 120n, exposure: { user: 150n, house: 300n, growth: 0n } }
  const check = (batch: { userId: number; pid: number; stake: Amount }[]) => {
    const requests = batch.map(({ userId, pid, stake: of }, i) => {
      const sums = { stake: of, profit: of, fee: of / 20n }
      return requestOf({ userId, pid, sums, key: `${i}`, id: `${i}`, nonce: null })
    })
    const purses = new Map(
      [1, 2, 3].map((id) => [purseName(id, 1), { available: 200n, atStake: 0n, mayWin: 0n }]),
    )
    const house = new Map([[1, { bankroll: 280n, mayWin: 0n }]])
    const base = factsOf({ purses, house, limits: new Map([[1, limits]]) })
    const productStakes = new Map(
      [...mustSum(base, requests)].map((name) => [name, new Map<number, Amount>()]),
    )
    const answers = admit({ ...base, productStakes }, requests)
    const taken: AdmissionRequest[] = []
    const sum = (list: AdmissionRequest[], pick: (one: AdmissionRequest) => Amount) =>
      list.reduce((total, one) => total + pick(one), 0n)
    for (const [i, request] of requests.entries()) {
      const mine = [...taken, request].filter((one) => one.userId === request.userId)
      const fits = {
        insufficient_funds: sum(mine, ({ sums }) => sums.stake + sums.fee) <= 200n,
        user_limit:
          sum(
            mine.filter((one) => one.pid === request.pid),
            ({ sums }) => sums.stake,
          ) <= 120n,
        profit_limit: sum(mine, ({ sums }) => sums.profit) <= 150n,
        exposure_limit: sum([...taken, request], ({ sums }) => sums.profit) <= 300n,
        bankroll_uncovered: sum([...taken, request], ({ sums }) => sums.profit) <= 280n,
      }
      const broken = Object.entries(fits).find(([, is]) => !is)?.[0] ?? 'admitted'
      expect(codeOf(answers[i])).toBe(broken)
      if (broken === 'admitted') taken.push(request)
    }
  }
  fc.assert(fc.property(fc.array(asked, { minLength: 1, maxLength: 20 }), check), { numRuns: 2_000 })
})

function columnsOf(requests: readonly AdmissionRequest[]) {
  return {
    users: requests.map((one) => one.userId),
    currencies: requests.map((one) => one.currencyId),
    sums: requests.map((one) => one.sums),
  }
}

test('accounts that meet a batch’s demands admit all of it, and one unit less of funds refuses an order', () => {
  const wide = { userMost: 900n, exposure: { user: 800n, house: 1_500n, growth: 0n } }
  const check = (batch: { userId: number; pid: number; stake: Amount }[]) => {
    const requests = batch.map(({ userId, pid, stake: of }, i) => {
      const sums = { stake: of, profit: of / 2n, fee: of / 20n }
      return requestOf({ userId, pid, sums, key: `${i}`, id: `${i}`, nonce: `${i}` })
    })
    const base = factsOf({ limits: new Map([[1, wide]]), productStakes: new Map() })
    const { purses: of, house } = demandsOf(base, columnsOf(requests))
    fc.pre([...of.atStake, ...of.mayWin].every((most) => most >= 0n))
    const purses = new Map(
      of.owners.map((owner, i) => [
        purseName(owner, of.currencies[i] ?? 0),
        { available: of.available[i] ?? 0n, atStake: of.atStake[i] ?? 0n, mayWin: of.mayWin[i] ?? 0n },
      ]),
    )
    const answers = admit({ ...base, purses, house }, requests)
    expect(new Set(answers.map(codeOf))).toEqual(new Set(['admitted']))
    const poorer = new Map(
      [...purses].map(([name, one]) => [name, { ...one, available: one.available - 1n }]),
    )
    const refused = admit({ ...base, purses: poorer, house }, requests).filter((one) => !one.ok)
    expect(refused.length).toBeGreaterThanOrEqual(purses.size)
  }
  fc.assert(fc.property(fc.array(asked, { minLength: 1, maxLength: 20 }), check), { numRuns: 2_000 })
})

test('a batch demands of each purse its stakes and fees, and of the house what all its orders in a currency may win', () => {
  const [usdt, eth] = [
    { userMost: 120n, exposure: { user: 100n, house: 1_000n, growth: 0n } },
    { userMost: 60n, exposure: { user: 50n, house: 500n, growth: 0n } },
  ]
  const of = (userId: number, currencyId: number, stake: Amount, profit: Amount, fee: Amount) =>
    requestOf({ userId, currencyId, sums: { stake, profit, fee } })
  const batch = [of(7, 1, 10n, 9n, 1n), of(1, 7, 20n, 18n, 2n), of(7, 1, 30n, 27n, 3n), of(7, 7, 5n, 4n, 0n)]
  const facts = {
    limits: new Map([
      [1, usdt],
      [7, eth],
    ]),
  }
  expect(demandsOf(facts, columnsOf(batch))).toEqual({
    purses: {
      owners: [7, 1, 7],
      currencies: [1, 7, 7],
      available: [44n, 22n, 5n],
      atStake: [76n, 38n, 55n],
      mayWin: [64n, 32n, 46n],
    },
    house: new Map([
      [1, { bankroll: 36n, mayWin: 964n }],
      [7, { bankroll: 22n, mayWin: 478n }],
    ]),
  })
})

test.each<[name: string, stakes: Amount[], atStake: Amount | null, isNear: boolean]>([
  ['a stake up to the limit', [100n], 20n, false],
  ['a stake beyond the limit', [100n], 21n, true],
  ['the whole limit of an account without a row', [120n], null, false],
  ['more than the limit of an account without a row', [121n], null, true],
  ['two stakes and one fee up to the limit', [59n, 60n], 0n, false],
  ['two stakes and one fee beyond it', [60n, 60n], 0n, true],
])('stakes are summed by product only for a purse near its limit: %s', (_, stakes, atStake, isNear) => {
  const mine = { available: 0n, atStake: atStake ?? 0n, mayWin: 0n }
  const facts = factsOf({ purses: new Map(atStake === null ? [] : [[ME, mine]]) })
  const requests = stakes.map((stake) => requestOf({ sums: { stake, profit: 0n, fee: 1n } }))
  expect([...mustSum(facts, requests)]).toEqual(isNear ? [ME] : [])
})

test.each<[kind: 'lossDay' | 'stakeDay', fee: Amount, refusal: object]>([
  // Open stakes and fees count as lost, stakes alone as staked.
  ['lossDay', 5n, { code: 'limit_loss', limit: 1n, left: 39_999_995n }],
  ['stakeDay', 5n, { code: 'limit_stake', limit: 1n, left: 39_999_990n }],
])(
  'the limit %s of an owner counts earlier orders, and those of the same batch, to the unit',
  (kind, fee, refusal) => {
    const huge = 10n ** 12n
    const facts = factsOf({
      purses: new Map([[ME, { available: huge, atStake: 0n, mayWin: 0n }]]),
      house: new Map([[1, { bankroll: huge, mayWin: 0n }]]),
      limits: new Map([[1, { userMost: huge, exposure: { user: huge, house: huge, growth: 0n } }]]),
      own: new Map([
        [7, { ...free, hours: [staked(10n)], limits: new Map([[kind, { value: 1, pending: null }]]) }],
      ]),
    })
    const requests = ['a', 'b'].map((key) =>
      requestOf({ key, id: key, nonce: key, sums: { stake: 60_000_000n, profit: 1n, fee } }),
    )
    expect(admit(facts, requests)[1]).toEqual({ ok: false, refusal })
  },
)
