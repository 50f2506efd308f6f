import { expect, test } from 'vitest'
import { MODEL_LIFE_MS, NOTICE_MS } from '../log/announced.ts'
import { ENTRY_OF } from '../log/entries.testing.ts'
import type { ModelEntry, RulesEntry } from '../log/log.ts'
import type { Tick } from '../market/fixing.ts'
import { ONE } from '../money/money.ts'
import { sumsFor } from './orders.ts'
import { PRESENT_RULES } from './presentRules.ts'
import {
  bidNeedsFromMs,
  isModelFresh,
  isStakeWithin,
  leastBid,
  priceProblem,
  type ClosedOrder,
} from './priced.ts'
import { offersFor } from './pricing.ts'
import type { Terms } from './terms.ts'

const AT = ENTRY_OF.model.at
const SIGMA = 100_000_000
const model: ModelEntry = { ...ENTRY_OF.model, seq: 9, rules: 4, at: AT, deviations: { 1: [SIGMA, 0] } }
const rules: RulesEntry = { ...ENTRY_OF.rules, seq: 4, at: AT - NOTICE_MS, from: AT, rules: PRESENT_RULES }
const [offer] = offersFor('up', { seconds: 60, fixingTicks: 3 }, { sigma: SIGMA / 1e12, error: 0 })
if (!offer) throw new Error('there is an offer')
const { barrierPpm, ratePct, chancePpm } = offer
const terms: Terms = {
  pid: 1,
  durationId: 110,
  direction: 'up',
  barrierPpm,
  ratePct,
  chancePpm,
  marginPpm: 40_000,
}

test.each<
  [
    what: string,
    given: {
      terms?: Partial<Terms>
      acceptedAtMs?: number
      rules?: Partial<RulesEntry>
      model?: Partial<ModelEntry>
    },
    problem: string | null,
  ]
>([
  ['the offer of rules and model', {}, null],
  ['rules announced a moment too late', { rules: { at: rules.at + 1 } }, 'rules_unannounced'],
  ['rules a moment before they act', { acceptedAtMs: AT - 1 }, 'rules_not_in_force'],
  ['rules of another program', { rules: { rules: { ...PRESENT_RULES, bidLife: 5_001 } } }, 'rules_unknown'],
  [
    'a margin beyond the bounds',
    { rules: { rules: { ...PRESENT_RULES, marginPpm: 999_999 } } },
    'rules_out_of_bounds',
  ],
  ['a model of other rules', { model: { rules: 3 } }, 'model_of_other_rules'],
  ['a model a moment later', { model: { at: AT + 1 } }, 'model_stale'],
  ['a model at the end of its life', { acceptedAtMs: AT + MODEL_LIFE_MS }, null],
  ['a model after its life', { acceptedAtMs: AT + MODEL_LIFE_MS + 1 }, 'model_stale'],
  ['another rate', { terms: { ratePct: ratePct + 1 } }, 'not_offered'],
  ['another chance', { terms: { chancePpm: chancePpm - 1 } }, 'not_offered'],
  ['another barrier', { terms: { barrierPpm: barrierPpm + 1 } }, 'not_offered'],
  ['another margin', { terms: { marginPpm: 39_999 } }, 'not_offered'],
  ['a coin that is not priced', { terms: { pid: 2 } }, 'not_offered'],
  ['a duration that is none', { terms: { durationId: 1 } }, 'not_offered'],
  [
    'a duration that the rules leave out',
    { rules: { rules: { ...PRESENT_RULES, durations: [[60, 5]] } } },
    'not_offered',
  ],
])('a price of %s gets the right finding', (_, given, problem) => {
  const order = { terms: { ...terms, ...given.terms }, acceptedAtMs: given.acceptedAtMs ?? AT }
  expect(priceProblem(order, { ...rules, ...given.rules }, { ...model, ...given.model })).toBe(problem)
})

test('a stake must lie within the bounds of the rules, inclusive', () => {
  const [least, most] = PRESENT_RULES.stakes['BTC'] ?? ['', '']
  const isWithin = (currency: string, stake: bigint) =>
    isStakeWithin({ currency, stake: String(stake) }, rules)
  expect(
    [BigInt(least) - 1n, BigInt(least), BigInt(most), BigInt(most) + 1n].map((stake) =>
      isWithin('BTC', stake),
    ),
  ).toEqual([false, true, true, false])
  expect([isWithin('TRX', 5_000n), isWithin('toString', 5_000n)]).toEqual([false, false])
  expect([AT - 1, AT, AT + MODEL_LIFE_MS].map((ms) => isModelFresh(model, ms))).toEqual([false, true, true])
})

const CLOSED_MS = AT + 30_000
const entry: Tick = { seq: 20, atMs: AT + 1_000, price: 100n * ONE }
const order: ClosedOrder = {
  terms,
  sums: sumsFor(100n * ONE, ratePct),
  dueAtMs: AT + 61_000,
  entry,
  settledAtMs: CLOSED_MS,
}
/** Least bid when the order is nearly lost at a tick `ageMs` before the close; a second before the close the price is calm. */
const leastWith = (ageMs: number, change: { seq?: number; models?: ModelEntry[] } = {}) => {
  const calm: Tick = { seq: 30, atMs: CLOSED_MS - 1_000, price: 100n * ONE }
  const low: Tick = { seq: change.seq ?? 25, atMs: CLOSED_MS - ageMs, price: 99n * ONE }
  const ticks = [calm, low].toSorted((one, other) => one.atMs - other.atMs)
  return leastBid(order, ticks, change.models ?? [model])
}
const calmBid = leastBid(order, [{ seq: 30, atMs: CLOSED_MS - 1_000, price: 100n * ONE }], [model])

test.each<[what: string, least: bigint | null, isLow: boolean]>([
  ['just under 8 s old', leastWith(7_999), true],
  ['8 s old', leastWith(8_000), false],
  ['half a second ahead', leastWith(-500), true],
  ['further ahead', leastWith(-501), false],
  ['of the same moment', leastWith(0), true],
  ['that gave the entry price', leastWith(5_000, { seq: entry.seq }), true],
  ['before that', leastWith(5_000, { seq: entry.seq - 1 }), false],
  ['after the model', leastWith(5_000, { models: [{ ...model, seq: 24 }] }), true],
  ['before the model', leastWith(5_000, { models: [{ ...model, seq: 25 }] }), false],
  [
    'of a later life than the model’s',
    leastWith(0, { models: [{ ...model, at: CLOSED_MS - MODEL_LIFE_MS - 1 }] }),
    false,
  ],
])('whether the least bid counts a tick %s', (_, least, isLow) => {
  expect(least !== null && calmBid !== null && least < calmBid).toBe(isLow)
})

test('without a tick and a model for its coin there is no bid', () => {
  expect(leastBid(order, [], [model])).toBeNull()
  expect(leastBid(order, [entry], [{ ...model, deviations: { 2: [SIGMA, 0] } }])).toBeNull()
})

test('a bid needs the ticks from 8 s before the close on, or from the start of the settlement window if that is earlier', () => {
  expect(bidNeedsFromMs(order)).toBe(CLOSED_MS - 8_000)
  expect(bidNeedsFromMs({ ...order, dueAtMs: CLOSED_MS + 5_000 })).toBe(CLOSED_MS - 8_000)
  const long = { ...order, terms: { ...terms, durationId: 113 }, dueAtMs: CLOSED_MS + 6_000 }
  expect(bidNeedsFromMs(long)).toBe(CLOSED_MS + 6_000 - 31_000)
})
