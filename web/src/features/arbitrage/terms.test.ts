import { exitFeeOf } from '@tickmark/core/arbitrage/sharing'
import { expect, test } from 'vitest'
import { termsOf, yieldText } from './terms.ts'

const ranges: [dayYield: string, text: string][] = [
  ['0.00021-0.0004', '0.02–0.04%'],
  ['0-0.0003', '0.00–0.03%'],
  ['0.01-0.02', '1.00–2.00%'],
  ['0.01', '1.00%'],
]

test.each(ranges)('[ARB-01] the daily yield %s reads %s', (dayYield, text) => {
  expect(yieldText(dayYield)).toBe(text)
})

test('[ARB-07] a product’s terms are parsed exactly, and give the fee of an early exit', () => {
  const terms = termsOf({ least: '100', most: '5000', dayYield: '0.00021-0.0003', serviceCharge: '0.5' })
  expect(terms).toEqual({
    least: 10_000_000_000n,
    most: 500_000_000_000n,
    averagePpm: 210n,
    upperPpm: 300n,
    exitFeePpm: 5_000n,
  })
  expect(exitFeeOf(50_000_000_000n, terms.exitFeePpm)).toBe(250_000_000n)
})

test('yields and fees finer than a millionth are rounded down', () => {
  const fine = { least: 'x', most: '', dayYield: '0.00021099-0.00030099', serviceCharge: '0.50009999' }
  expect(termsOf(fine)).toEqual({
    least: 0n,
    most: 0n,
    averagePpm: 210n,
    upperPpm: 300n,
    exitFeePpm: 5_000n,
  })
  expect(termsOf({ ...fine, dayYield: '0.0002' })).toMatchObject({ averagePpm: 200n, upperPpm: 200n })
})
