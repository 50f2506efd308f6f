import { PRESENT_RULES } from '@tickmark/core/orders/presentRules'
import { changeableOf } from '@tickmark/core/orders/ruleChange'
import { ONE } from '@tickmark/core/money/money'
import { expect, test } from 'vitest'
import { differences } from './changeRules.ts'
import { given } from './versionsShown.ts'

const BEFORE = given({
  ...changeableOf(PRESENT_RULES),
  marginPpm: 40_000,
  chancesPpm: [500_000, 250_000],
  durations: [
    [60, 1],
    [300, 5],
  ],
  stakes: { USDT: [String(ONE), String(100n * ONE)], BTC: ['1000', '200000'] },
})

test('a change that changes nothing has no differences', () => {
  expect(differences(BEFORE, BEFORE)).toEqual([])
})

test.each([
  [{ marginPpm: 25_000 }, { name: 'margin', value: '2.5 %', was: '4 %' }],
  [{ chancesPpm: [100_000] }, { name: 'chances', value: '10 %', was: '50 % · 25 %' }],
  [{ durations: [[60, 1]] as [number, number][] }, { name: 'durations', value: '60 s', was: '60 s · 300 s' }],
  [
    { stakes: { ...BEFORE.stakes, BTC: ['1000', '300000'] as [string, string] } },
    { name: 'stakesBTC', value: '0.00001 – 0.003 BTC', was: '0.00001 – 0.002 BTC' },
  ],
  [
    { stakes: { ...BEFORE.stakes, ETH: ['5', '6'] as [string, string] } },
    { name: 'stakesETH', value: '0.00000005 – 0.00000006 ETH', was: '0 – 0 ETH' },
  ],
])('operators read what a change makes new, and what it was: %j', (change, line) => {
  expect(differences({ ...BEFORE, ...change }, BEFORE)).toEqual([line])
})
