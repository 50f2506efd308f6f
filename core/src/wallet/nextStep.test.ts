import { expect, test } from 'vitest'
import { parseAmount } from '../money/money.ts'
import { fundsNeeded, nextStep, type PayFacts } from './nextStep.ts'

const units = (text: string) => parseAmount(text) ?? 0n
const [USDT, ETH] = [1, 3]
const usdt = { id: 'a', currencyId: USDT, amount: units('40'), gasCap: 90_000n * 5n, end: {} }
const eth = { id: 'b', currencyId: ETH, amount: units('0.5'), gasCap: 5n, end: {} }
const decimals = { native: { currency: ETH, decimals: 18 }, own: 6 }

const network = {
  held: { native: 450_000n, token: 40_000_000n },
  underWay: [],
  head: 100,
  decimals,
  wouldFail: false as boolean | null,
}
const ready = {
  nowMs: 1_000,
  payment: { ...usdt, gasPrice: 1n },
  fees: { baseFee: 5n, tip: 1n },
  unnumbered: { heldUntilMs: null, network },
} satisfies PayFacts

/** In order of precedence: each reason overrides the later ones. */
const REASONS: [string, (facts: PayFacts) => PayFacts, object][] = [
  [
    'a security hold on its owner',
    withFacts({ heldUntilMs: 9_000 }),
    { step: 'wait', why: 'security_hold', untilMs: 9_000 },
  ],
  [
    'a currency that its network lists no more',
    withFacts({ network: null }),
    { step: 'wait', why: 'unlisted', untilMs: 601_000 },
  ],
  [
    'a hot wallet short of coin',
    withNetwork({ held: { native: 449_999n, token: 40_000_000n } }),
    { step: 'short' },
  ],
  [
    'a hot wallet short of the token',
    withNetwork({ held: { native: 450_000n, token: 39_999_999n } }),
    { step: 'short' },
  ],
  [
    'a network fee above the cap',
    (facts) => ({ ...facts, fees: { baseFee: 6n, tip: 1n } }),
    { step: 'wait', why: 'priced_out', untilMs: 31_000 },
  ],
  [
    'no node that can simulate it',
    withNetwork({ wouldFail: null }),
    { step: 'wait', why: 'unclear', untilMs: 61_000 },
  ],
  ['an address that would refuse it', withNetwork({ wouldFail: true }), { step: 'end' }],
]

function withFacts(change: Partial<NonNullable<PayFacts['unnumbered']>>) {
  return (facts: PayFacts): PayFacts => ({
    ...facts,
    unnumbered: facts.unnumbered && { ...facts.unnumbered, ...change },
  })
}

function withNetwork(change: Partial<typeof network>) {
  return (facts: PayFacts): PayFacts => {
    const before = facts.unnumbered?.network
    return before ? withFacts({ network: { ...before, ...change } })(facts) : facts
  }
}

test('a payment without a reason against it is signed, at fees within its cap', () => {
  expect(nextStep(ready)).toEqual({ step: 'sign', fees: { maxFee: 5n, tip: 1n } })
})

test('nothing stops a payment that has a nonce, so that no nonce is skipped', () => {
  const worst = { ...ready, fees: { baseFee: 99n, tip: 9n }, unnumbered: null }
  expect(nextStep(worst)).toEqual({ step: 'sign', fees: { maxFee: 5n, tip: 5n } })
})

test.each(REASONS)('%s', (_reason, change, expected) => {
  expect(nextStep(change(ready))).toEqual(expected)
  const later = REASONS.slice(REASONS.findIndex(([, one]) => one === change) + 1)
  for (const [, other] of later) expect(nextStep(change(other(ready)))).toEqual(expected)
})

test.each([
  [
    'of a token alone takes the token, and coin for its gas',
    usdt,
    [],
    { native: 450_000n, token: 40_000_000n },
  ],
  ['of coin takes the amount and the gas', eth, [], { native: 5n * 10n ** 17n + 5n, token: 0n }],
  [
    'counts those under way, itself once',
    usdt,
    [usdt, eth],
    { native: 5n * 10n ** 17n + 450_005n, token: 40_000_000n },
  ],
  [
    'does not count what is in a block up to the one asked about',
    usdt,
    [{ ...eth, end: { block: 100 } }],
    { native: 450_000n, token: 40_000_000n },
  ],
  [
    'counts what is in a later block',
    usdt,
    [{ ...usdt, id: 'c', end: { block: 101 } }],
    { native: 900_000n, token: 80_000_000n },
  ],
])('a payment %s', (_what, payment, underWay, expected) => {
  expect(fundsNeeded(payment, underWay, 100, decimals)).toEqual(expected)
})

test('an amount that its network cannot represent throws and is not taken as zero', () => {
  const odd = { ...usdt, id: 'c', amount: units('1.1234567') }
  expect(() => fundsNeeded(usdt, [odd], 100, decimals)).toThrow('no more decimals')
})
