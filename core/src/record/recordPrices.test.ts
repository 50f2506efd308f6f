import { MODEL_LIFE_MS, modelDeviation, NOTICE_MS } from '../log/announced.ts'
import type { ModelEntry, RulesEntry } from '../log/log.ts'
import { entryDueAtMs } from '../market/fixing.ts'
import { DURATIONS } from '../orders/durations.ts'
import { PRESENT_RULES } from '../orders/presentRules.ts'
import { isModelFresh } from '../orders/priced.ts'
import { offersFor } from '../orders/pricing.ts'
import type { OrderLine } from './recordLine.ts'
import { toyLine } from './toyRecord.testing.ts'
import { expect, test } from 'vitest'
import { pricesOf } from './recordPrices.ts'

const START = Date.parse('2026-11-21T00:00:00Z')
const DEARER = { ...PRESENT_RULES, marginPpm: 50_000 }
const RULES: RulesEntry[] = [
  { kind: 'rules', seq: 2, at: START, from: START, before: 0, rules: PRESENT_RULES },
  { kind: 'rules', seq: 9, at: START + 1_000, from: START + 1_000 + NOTICE_MS, before: 2, rules: DEARER },
]
const modelAt = (seq: number, at: number, rules: number, sigmaE12 = 134_000_000): ModelEntry => {
  return { kind: 'model', seq, at, rules, deviations: { 1: [sigmaE12, 0] } }
}
const CHANGE = START + 1_000 + NOTICE_MS
const MODELS = [modelAt(3, START, 2), modelAt(50, START + NOTICE_MS, 2), modelAt(90, CHANGE, 9)]
const isPriced = pricesOf(MODELS, RULES)

/** An order with this entry second, priced by an offer of a model and its rules. */
function lineAt(entryMs: number, model: ModelEntry, more: Partial<OrderLine> = {}): OrderLine {
  const line = toyLine({ pid: 1, direction: 'up' })
  const duration = DURATIONS.find((one) => one.seconds === line.duration)
  const deviation = modelDeviation(model, 1)
  const rules = RULES.find((one) => one.seq === model.rules)?.rules
  if (!duration || !deviation || !rules) throw new Error('the toy order can be priced')
  const [offer] = offersFor('up', duration, deviation, rules)
  const due = entryMs + line.duration * 1000
  return { ...line, due, ...offer, marginPpm: rules.marginPpm, ...more }
}

const [, second, dearer] = MODELS as [ModelEntry, ModelEntry, ModelEntry]

test.each<[what: string, line: OrderLine, priced: boolean]>([
  ['an offer of everyone', lineAt(CHANGE - 60_000, second), true],
  ['a margin of its own', lineAt(CHANGE - 60_000, second, { marginPpm: 41_000 }), false],
  ['a rate of its own', lineAt(CHANGE - 60_000, second, { ratePct: 1 }), false],
  ['rules that do not act yet', lineAt(CHANGE - 1_000, dearer), false],
  ['rules that act after it was accepted', lineAt(CHANGE, dearer), false],
  ['the new rules at once', lineAt(CHANGE + 1_000, dearer), true],
  ['the rules before, within 20 seconds', lineAt(CHANGE + 19_000, second), true],
  ['the rules before, after 20 seconds', lineAt(CHANGE + 20_000, second), false],
  ['a model that the log does not have', lineAt(CHANGE - 60_000, modelAt(50, START, 2, 201_000_000)), false],
])('whether a record’s order has a public price: %s', (_, line, priced) => {
  expect(isPriced(line)).toBe(priced)
})

test('a model that names other rules than those in force prices nothing, under either of them', () => {
  const stray = modelAt(95, CHANGE + 30_000, 2, 150_000_000)
  const isOffered = pricesOf([...MODELS, stray], RULES)
  expect(isOffered(lineAt(CHANGE + 60_000, stray))).toBe(false)
  expect(isOffered(lineAt(CHANGE + 60_000, { ...stray, rules: 9 }))).toBe(false)
})

test.each([0, 1, 499, 500, 501, 999])(
  'a model logged %i ms after a second prices exactly the orders that may have been accepted in its life',
  (ms) => {
    const model = modelAt(3, START + ms, 2)
    const isOffered = pricesOf([model], RULES.slice(0, 1))
    const seconds = [START, START + MODEL_LIFE_MS].flatMap((at) =>
      [-1, 0, 1, 2, 3].map((s) => at + 1_000 * s),
    )
    for (const entryMs of seconds) {
      const accepted = Array.from({ length: 1_600 }, (_, i) => entryMs - 1_600 + i)
      const mayBe = accepted.some((at) => entryDueAtMs(at) === entryMs && isModelFresh(model, at))
      expect([entryMs - START, isOffered(lineAt(entryMs, model))]).toEqual([entryMs - START, mayBe])
    }
  },
)

test('an offer holds for its own terms alone, whatever was asked before', () => {
  const line = lineAt(CHANGE - 60_000, second)
  const isOffered = pricesOf(MODELS, RULES)
  for (const change of [
    { pid: 2 },
    { duration: 300, due: line.due + 240_000 },
    { direction: 'down' as const },
    { barrierPpm: line.barrierPpm + 1 },
    { chancePpm: line.chancePpm + 1 },
    { ratePct: line.ratePct + 1 },
    { marginPpm: line.marginPpm + 1 },
    { duration: 61 },
    { stake: '1' },
  ]) {
    expect(isOffered(line)).toBe(true)
    expect([change, isOffered({ ...line, ...change })]).toEqual([change, false])
  }
})

test('a model prices until a newer one is 20 seconds old', () => {
  const newer = modelAt(4, START + 60_000, 2, 201_000_000)
  const isOffered = pricesOf([modelAt(3, START, 2), newer], RULES)
  const old = modelAt(3, START, 2)
  const [before, after] = [79_000, 80_000].map((ms) =>
    isOffered(lineAt(START + ms, old, offerOf(START + ms, old))),
  )
  expect([before, after]).toEqual([true, false])
  expect(isOffered(lineAt(START + 80_000, newer, offerOf(START + 80_000, newer)))).toBe(true)
})

test('rules that act end those before, although no model was logged under them', () => {
  const isOffered = pricesOf(MODELS.slice(0, 2), RULES)
  expect(isOffered(lineAt(CHANGE + 19_000, second))).toBe(true)
  expect(isOffered(lineAt(CHANGE + 20_000, second))).toBe(false)
})

const [first, dear] = RULES as [RulesEntry, RulesEntry]

test.each<[what: string, rules: RulesEntry[], priced: boolean]>([
  ['given in any order', [dear, first], true],
  ['announced a moment too late', [first, { ...dear, at: dear.at + 1 }], false],
  [
    'of a name that this program does not know',
    [first, { ...dear, rules: { ...DEARER, name: 'other/1' } }],
    false,
  ],
  [
    'out of the published bounds',
    [first, { ...dear, rules: { ...DEARER, chancesPpm: [500_000, 500_001] } }],
    false,
  ],
])('whether rules price: %s', (_, rules, priced) => {
  expect(pricesOf(MODELS, rules)(lineAt(CHANGE + 30_000, dearer))).toBe(priced)
})

/** The wider range of a model, whose barrier differs from other models'. */
function offerOf(entryMs: number, model: ModelEntry): Partial<OrderLine> {
  const { duration: seconds } = lineAt(entryMs, model)
  const duration = DURATIONS.find((one) => one.seconds === seconds)
  const deviation = modelDeviation(model, 1)
  return (duration && deviation && offersFor('up', duration, deviation, PRESENT_RULES)[1]) ?? {}
}
