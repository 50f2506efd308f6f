import type { ChangeableRules } from '@tickmark/wire/routes/operators/rules'
import { expect, test } from 'vitest'
import { formOf, rulesOf, type RulesForm } from './rulesForm.ts'

const KNOWN: ChangeableRules['durations'] = [
  [60, 3],
  [300, 5],
  [86_400, 9],
]
const RULES: ChangeableRules = {
  marginPpm: 35_500,
  chancesPpm: [500_000, 350_000, 25_000],
  durations: [
    [60, 3],
    [86_400, 9],
  ],
  stakes: { USDT: ['100000000', '500000000000'], BTC: ['1000', '150000000'] },
}
const FORM: RulesForm = {
  margin: '3.55',
  chances: '50 35 2.5',
  seconds: [60, 86_400],
  stakes: { USDT: ['1', '5000'], BTC: ['0.00001', '1.5'] },
}

test('rules become a form, and the form becomes the same rules', () => {
  expect(formOf(RULES)).toEqual(FORM)
  expect(rulesOf(FORM, KNOWN)).toEqual(RULES)
})

test.each([
  ['blanks', '  50  35\t2.5 '],
  ['commas and semicolons', '50, 35;2.5'],
  ['the dots of the list', '50 · 35 · 2.5'],
])('chances are separated by %s', (_, chances) => {
  expect(rulesOf({ ...FORM, chances }, KNOWN)).toEqual(RULES)
})

test('durations stay in the order of the known ones, each with its ticks, and unknown ones are left out', () => {
  expect(rulesOf({ ...FORM, seconds: [86_400, 7, 60] }, KNOWN)?.durations).toEqual(RULES.durations)
})

test.each<[what: string, change: Partial<RulesForm>]>([
  ['a margin that is no percentage', { margin: '3,55' }],
  ['no margin', { margin: '' }],
  ['a chance that is no percentage', { chances: '50 x 2.5' }],
  ['no chances', { chances: ' ' }],
  ['no duration', { seconds: [] }],
  ['only unknown durations', { seconds: [7] }],
  ['a least stake that is no amount', { stakes: { ...FORM.stakes, BTC: ['', '1.5'] } }],
  ['a most stake that is no amount', { stakes: { ...FORM.stakes, USDT: ['1', '5,000'] } }],
])('a form with %s gives no rules', (_, change) => {
  expect(rulesOf({ ...FORM, ...change }, KNOWN)).toBeNull()
})
