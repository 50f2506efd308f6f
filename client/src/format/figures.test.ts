import { parseAmount } from '@tickmark/core/money/money'
import { PRODUCTS } from '@tickmark/core/market/products'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  amountText,
  briefText,
  drawnPriceText,
  levelText,
  priceText,
  rateText,
  resultText,
  shareText,
  sharesText,
} from './figures.ts'
import { formatOf } from './format.ts'

const english = formatOf('english')
const units = (text: string) => parseAmount(text) ?? 0n
const read = (text: string) => units(text.replaceAll(',', ''))

test.each([
  [40_000, 40_000, '4.0%'],
  [40_000, 40_400, '4.0%'],
  [40_000, 71_200, '4.0–7.1%'],
])('a margin from %i to %i millionths reads %s', (least, most, text) => {
  expect(sharesText(least, most, 1)).toBe(text)
})

test('a price has the decimals of its coin, a result six, an amount those of its currency', () => {
  expect(priceText(english, 1, '67412.5')).toBe('67,412.50')
  expect(priceText(english, 4, '0.16284')).toBe('0.1628400')
  expect(resultText(english, units('435'))).toBe('+435.000000')
  expect(resultText(english, -units('250'))).toBe('−250.000000')
  expect(amountText(english, 'USDT', units('12.349'))).toBe('12.34')
  expect(amountText(english, 'BTC', units('0.000015'))).toBe('0.000015')
  expect(briefText(english, 'USDT', units('250'))).toBe('250')
  expect(briefText(english, 'USDT', units('437.5'))).toBe('437.50')
})

test.each([
  ['50', '46.102056', '−3.90', '46.10'],
  ['50', '57.239', '+7.23', '57.23'],
  ['50', '50', '0.00', '50.00'],
  ['50', '49.999', '−0.01', '49.99'],
  ['50', '0', '−50.00', '0.00'],
])('a stake of %s that pays out %s: the result reads %s and the payout %s', (stake, payout, net, paid) => {
  const result = amountText(english, 'USDT', units(payout) - units(stake), true)
  expect([result, amountText(english, 'USDT', units(payout))]).toEqual([net, paid])
})

test.each([
  [1, 106_098.79325581396, '106,098.79'],
  [1, 67_412.5, '67,412.50'],
  [4, 0.1 + 0.2, '0.3000000'],
  [4, 1e-8, '0.0000000'],
])('coin %i at %d on the chart reads %s, rounded like every other price', (pid, price, text) => {
  expect(drawnPriceText(english, pid, price)).toBe(text)
})

test.each([
  ['1.74', '+174%'],
  ['0.9', '+90%'],
  ['1.7499', '+174%'],
  ['x', 'x'],
])('the rate %s reads %s', (rate, text) => {
  expect(rateText(rate)).toBe(text)
})

test.each([
  [350_000, 0, '35%'],
  [347_826, 1, '34.8%'],
  [250, 3, '0.025%'],
])('%d millionths with %d decimals read %s', (ppm, decimals, text) => {
  expect(shareText(ppm, decimals)).toBe(text)
})

test('"wins above" and "wins below" the shown level hold for the same ticks as for the exact level', () => {
  const coins = fc.constantFrom(...PRODUCTS)
  const levels = fc.bigInt({ min: 1_000_000n, max: 10_000_000_000_000n })
  fc.assert(
    fc.property(coins, levels, fc.integer({ min: -3, max: 3 }), (coin, level, steps) => {
      const step = 10n ** BigInt(8 - coin.decimals)
      const tick = (level / step) * step + BigInt(steps) * step
      const above = read(levelText(english, coin.pid, level, 'up'))
      const below = read(levelText(english, coin.pid, level, 'down'))
      expect(tick > above).toBe(tick > level)
      expect(tick < below).toBe(tick < level)
    }),
  )
})
