import { expect, test } from 'vitest'
import {
  areRulesPaced,
  FIRST_RULES_SEQ,
  isAnnounced,
  isModelDue,
  isModelPaced,
  modelDeviation,
  modelTable,
  namesNewestRules,
  oldestModel,
  rulesInForce,
  withModel,
} from './announced.ts'
import { ENTRY_OF } from './entries.testing.ts'
import type { ModelEntry } from './log.ts'

const AT = ENTRY_OF.rules.at
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

test.each([
  ['the first, at once', FIRST_RULES_SEQ, 0, true],
  ['the first, later than it was logged', FIRST_RULES_SEQ, 1, false],
  ['the first, for a time before it', FIRST_RULES_SEQ, -1, false],
  ['the next, at once', 3, 0, false],
  ['the next, a moment short of a day before', 3, DAY_MS - 1, false],
  ['the next, a day before', 3, DAY_MS, true],
])('rules are announced in time: %s', (_, seq, noticeMs, expected) => {
  expect(isAnnounced({ ...ENTRY_OF.rules, seq, from: AT + noticeMs })).toBe(expected)
})

test('rules take effect at least an hour after the previous ones, and the newest effective rules are in force', () => {
  expect(areRulesPaced(null, { from: 0 })).toBe(true)
  expect(areRulesPaced({ from: AT }, { from: AT + HOUR_MS })).toBe(true)
  expect(areRulesPaced({ from: AT }, { from: AT + HOUR_MS - 1 })).toBe(false)
  const rules = [{ from: 10 }, { from: 20 }]
  expect([9, 10, 19, 20].map((ms) => rulesInForce(rules, ms)?.from ?? null)).toEqual([null, 10, 10, 20])
})

test('rules and records name the newest earlier rules, or 0 before the first', () => {
  const names = (newest: number | null, named: number) => [
    namesNewestRules(newest === null ? null : { seq: newest }, { ...ENTRY_OF.rules, before: named }),
    namesNewestRules(newest === null ? null : { seq: newest }, { ...ENTRY_OF.record, rules: named }),
  ]
  expect([names(null, 0), names(7, 7)]).toEqual([
    [true, true],
    [true, true],
  ])
  expect([names(null, 7), names(7, 0), names(7, 2)].flat()).not.toContain(true)
})

test('a model still prices for 20 s after a newer one', () => {
  const models = [
    { seq: 3, at: 0 },
    { seq: 9, at: 50_000 },
  ]
  const at = [19_999, 20_000, 69_999, 70_000]
  expect(at.map((ms) => oldestModel(models, ms))).toEqual([0, 3, 3, 9])
  const next = { seq: 12, at: 69_999 }
  expect(withModel(models, next)).toEqual([...models, next])
  expect(withModel(models, { ...next, at: 70_000 })).toEqual([models[1], { ...next, at: 70_000 }])
})

test('a model keeps the decimals of deviations', () => {
  const deviation = { sigma: 0.000_123_456_789, error: 0.0123 }
  const deviations = modelTable(new Map([[4, deviation]]))
  expect(deviations).toEqual({ 4: [123_456_789, 12_300] })
  expect(modelDeviation({ deviations }, 4)).toEqual(deviation)
  expect(modelDeviation({ deviations }, 5)).toBeNull()
})

type Deviations = ModelEntry['deviations']
const newest: ModelEntry = { ...ENTRY_OF.model, at: AT + 1000, deviations: { 1: [100_000, 0], 2: [500, 20] } }
const same = newest.deviations

test.each<[what: string, afterMs: number, rules: number, deviations: Deviations, isDue: boolean]>([
  ['nothing that has changed', 30_000, 2, same, false],
  ['a deviation up by 1 %', 30_000, 2, { ...same, 1: [101_000, 0] }, false],
  ['a deviation up by more', 30_000, 2, { ...same, 1: [101_001, 0] }, true],
  ['a deviation down by 1 %', 30_000, 2, { ...same, 1: [99_000, 0] }, false],
  ['a deviation down by more', 30_000, 2, { ...same, 1: [98_999, 0] }, true],
  ['an error that widens the range by 1 %', 30_000, 2, { ...same, 1: [100_000, 5_000] }, false],
  ['an error that widens it by more', 30_000, 2, { ...same, 1: [100_000, 5_001] }, true],
  ['a deviation and an error that each grow by less', 30_000, 2, { ...same, 1: [100_900, 600] }, true],
  ['a product that came', 20_000, 2, { ...same, 3: [1, 1] }, true],
  ['a product that went', 20_000, 2, { 1: [100_000, 0] }, true],
  ['a product that came too soon', 19_999, 2, { ...same, 3: [1, 1] }, false],
  ['other rules', 1, 3, same, true],
  ['the end of its day', DAY_MS - 1001, 2, same, false],
  ['the next day', DAY_MS - 1000, 2, same, true],
])('whether a new model is due for %s', (_, afterMs, rules, deviations, isDue) => {
  expect(isModelDue(newest, { rules, deviations }, newest.at + afterMs)).toBe(isDue)
})

test('the first model is due at once, and only urgent models come within 20 s of the last', () => {
  const { at, rules } = newest
  expect(isModelDue(null, newest, at)).toBe(true)
  expect(isModelPaced(null, newest)).toBe(true)
  expect(isModelPaced(newest, { at: at + 19_999, rules })).toBe(false)
  expect(isModelPaced(newest, { at: at + 20_000, rules })).toBe(true)
  expect(isModelPaced(newest, { at: at + 1, rules: rules + 1 })).toBe(true)
})
