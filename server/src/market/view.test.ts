import { ONE } from '@tickmark/core/money/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { trendTexts } from './view.ts'

test.each<[string, bigint[], number, string[]]>([
  ['thousands of dollars', [6_641_250_000_000n, 6_812_099_000_000n], 2, ['66412', '68120']],
  ['a few dollars', [352_022_000_000n, 351_822_000_000n], 2, ['3520.22', '3518.22']],
  ['parts of a cent', [16_284_000n, 16_791_300n], 6, ['0.16284', '0.16791']],
  ['nothing at all', [100_000_000n, 100_000_000n], 3, ['1.000', '1.000']],
])('a trend that moved by %s shows the digits that matter', (_, closes, decimals, texts) => {
  expect(trendTexts(closes, decimals)).toEqual(texts)
})

test('a trend without closes is empty', () => {
  expect(trendTexts([], 2)).toEqual([])
})

test('a shortened close differs by less than a hundredth of the range, or has all digits of its coin', () => {
  const price = fc.bigInt({ min: 1n, max: 100_000n * ONE })
  fc.assert(
    fc.property(
      fc.array(price, { minLength: 2, maxLength: 25 }),
      fc.integer({ min: 2, max: 6 }),
      (closes, decimals) => {
        const range = closes.reduce((a, b) => (a > b ? a : b)) - closes.reduce((a, b) => (a < b ? a : b))
        for (const [i, text] of trendTexts(closes, decimals).entries()) {
          const off = Math.abs(Number(closes[i]) / 1e8 - Number(text))
          const isWhole = (text.split('.')[1]?.length ?? 0) === decimals
          expect(isWhole || off <= Number(range) / 1e8 / 100 + 1e-9).toBe(true)
        }
      },
    ),
  )
})
