import { expect, test } from 'vitest'
import type { ChangeableRules } from '../log/rules.ts'
import { currencyByCode, CURRENCIES, type Currency } from '../money/currencies.ts'
import { DURATIONS } from './durations.ts'
import { PRESENT_RULES } from './presentRules.ts'
import { changeableOf, currencyUnder, judgeRuleChange } from './ruleChange.ts'

const now = changeableOf(PRESENT_RULES)
const usdt = now.stakes.USDT ?? ['0', '0']
const stakes = (USDT: readonly [string, string]) => ({ stakes: { ...now.stakes, USDT } })

test.each<[string, Partial<ChangeableRules>, string]>([
  ['the same rules', {}, 'rules_unchanged'],
  ['the least margin', { marginPpm: 10_000 }, 'ok'],
  ['the largest margin', { marginPpm: 100_000 }, 'ok'],
  ['a margin below it', { marginPpm: 9_999 }, 'rules_margin'],
  ['a margin above it', { marginPpm: 100_001 }, 'rules_margin'],
  ['one range', { chancesPpm: [500_000] }, 'ok'],
  ['five ranges', { chancesPpm: [500_000, 400_000, 300_000, 200_000, 50_000] }, 'ok'],
  ['six ranges', { chancesPpm: [500_000, 400_000, 300_000, 200_000, 100_000, 50_000] }, 'rules_chances'],
  ['no even chance', { chancesPpm: [350_000, 200_000] }, 'rules_chances'],
  ['a chance twice', { chancesPpm: [500_000, 350_000, 350_000] }, 'rules_chances'],
  ['chances that rise', { chancesPpm: [500_000, 200_000, 350_000] }, 'rules_chances'],
  ['a chance that is too small', { chancesPpm: [500_000, 49_999] }, 'rules_chances'],
  ['no chances', { chancesPpm: [] }, 'rules_chances'],
  ['the shortest duration alone', { durations: now.durations.slice(0, 1) }, 'ok'],
  ['some durations', { durations: [...now.durations.slice(0, 2), ...now.durations.slice(-1)] }, 'ok'],
  ['no durations', { durations: [] }, 'rules_durations'],
  ['not the shortest', { durations: now.durations.slice(1) }, 'rules_durations'],
  [
    'a duration twice',
    { durations: [...now.durations.slice(0, 2), ...now.durations.slice(1)] },
    'rules_durations',
  ],
  [
    'durations in another order',
    { durations: [now.durations[0] ?? [0, 0], [300, 9], [180, 9]] },
    'rules_durations',
  ],
  ['a duration with other ticks', { durations: [[60, 9]] }, 'rules_durations'],
  [
    'a duration that nobody can check',
    {
      durations: [
        [60, 3],
        [120, 9],
      ],
    },
    'rules_durations',
  ],
  ['smaller stakes', stakes([usdt[0], '10000000000']), 'ok'],
  ['one stake alone', stakes([usdt[1], usdt[1]]), 'ok'],
  ['a least stake below the program’s', stakes(['99999999', usdt[1]]), 'rules_stakes'],
  ['a largest stake above what sessions may sign', stakes([usdt[0], '500000000001']), 'rules_stakes'],
  ['a least stake above the largest', stakes(['300000000', '200000000']), 'rules_stakes'],
  ['a currency less', { stakes: { USDT: usdt } }, 'rules_stakes'],
  ['a currency that pays for no orders', { stakes: { ...now.stakes, TRX: usdt } }, 'rules_stakes'],
])('after the present rules, %s: %o %s', (_what, change, expected) => {
  const judged = judgeRuleChange({ ...now, ...change }, now)
  expect(judged.ok ? 'ok' : judged.refusal.code).toBe(expected)
})

test('the program’s own rules have every duration and currency', () => {
  expect(now.durations).toHaveLength(DURATIONS.length)
  expect(Object.keys(now.stakes)).toEqual(CURRENCIES.filter((one) => one.stake).map((one) => one.code))
})

test('a currency takes its stakes from the rules, none if they name none, and its own before there are rules', () => {
  const currency = currencyByCode('USDT') as Currency
  expect(currencyUnder(currency, null)).toEqual(currency)
  expect(currencyUnder(currency, { stakes: { USDT: ['2', '3'] } }).stake).toEqual({ least: 2n, most: 3n })
  expect(currencyUnder(currency, { stakes: {} }).stake).toBeNull()
})
