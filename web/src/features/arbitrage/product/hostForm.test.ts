import { PROGRAMME } from '@tickmark/core/arbitrage/programme'
import { ONE } from '@tickmark/core/money/money'
import { expect, test } from 'vitest'
import { amountOf, hostProblem, mostNow, type HostProblem } from './hostForm.ts'

const limits = { money: 800n * ONE, least: 100n * ONE, most: 5_000n * ONE }

const rows: [text: string, problem: HostProblem | null][] = [
  ['', 'missing'],
  ['0', 'missing'],
  ['0.', 'missing'],
  ['0.00', 'missing'],
  ['800.01', 'aboveMoney'],
  ['6000', 'aboveMoney'],
  ['99.99', 'outside'],
  ['100', null],
  ['100.', null],
  ['800', null],
]

test.each(rows)('[ARB-06] the amount %j: %s', (text, problem) => {
  expect(hostProblem(text, limits)).toBe(problem)
})

test('more than the product’s maximum is outside, even with enough money', () => {
  const problem = (text: string) => hostProblem(text, { ...limits, money: 9_000n * ONE })
  expect([problem('5000'), problem('5000.01')]).toEqual([null, 'outside'])
})

test('[ARB-05] Max is the balance or the product’s maximum, in whole cents', () => {
  expect(mostNow({ money: 800n * ONE + 1_999_999n, most: 5_000n * ONE }, PROGRAMME.unit)).toBe(
    800n * ONE + 1_000_000n,
  )
  expect(mostNow({ money: 9_000n * ONE, most: 5_000n * ONE }, PROGRAMME.unit)).toBe(5_000n * ONE)
  expect(amountOf('12.5')).toBe(1_250_000_000n)
})
