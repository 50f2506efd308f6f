import { CURRENCIES } from '@tickmark/core/money/currencies'
import { ONE } from '@tickmark/core/money/money'
import { expect, test } from 'vitest'
import { sandboxBankroll } from '../../ledger/grants.ts'
import { exposureLimits, usdtPriceAt } from './exposureLimits.ts'

test.each([
  ['USDT', 500_000n * ONE, 25_000n * ONE],
  ['ETH', 150n * ONE, (75n * ONE) / 10n],
  ['BTC', (75n * ONE) / 10n, (375n * ONE) / 1_000n],
  ['TRX', 0n, 0n],
])('all orders in %s may cost the house %s, and one user may stake %s on a coin', (code, house, user) => {
  const id = CURRENCIES.find((one) => one.code === code)?.id ?? 0
  expect([exposureLimits.exposure(id, 'real').house, exposureLimits.userMost(id)]).toEqual([house, user])
})

test('the house never risks more than half of its bankroll, and nothing in a currency that nobody knows', () => {
  for (const one of CURRENCIES) {
    expect(exposureLimits.exposure(one.id, 'real').house * 2n).toBeLessThanOrEqual(sandboxBankroll(one))
  }
  expect([exposureLimits.exposure(99, 'real').house, exposureLimits.userMost(99)]).toEqual([0n, 0n])
})

test('a currency is worth its coin`s latest price; a dollar coin is worth one, and a paused coin nothing known', () => {
  const prices = new Map([[2, 3_500n * ONE]])
  const priceOf = usdtPriceAt({ latest: () => ({ seq: 1, atMs: 0, prices }) })
  expect([1, 2, 3, 4, 99].map(priceOf)).toEqual([ONE, ONE, 3_500n * ONE, null, null])
  expect(usdtPriceAt({ latest: () => null })(3)).toBeNull()
})
