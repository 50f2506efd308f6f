import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ONE } from '../money/money.ts'
import { gasPayer, payoutOf } from './payout.ts'

const decimals = { native: 8, own: 8 }

test.each([
  // cap, burned, units of the currency per coin of gas, paid: outside, fees, user; fee of the owner, gas of the house
  [10n, 4n, null, true, { toOutside: 104n, toFees: 0n, toUser: 6n, fee: 4n, gas: 0n }],
  [10n, 4n, ONE, true, { toOutside: 100n, toFees: 4n, toUser: 6n, fee: 4n, gas: 4n }],
  [10n, 2n, 2n * ONE, true, { toOutside: 100n, toFees: 4n, toUser: 6n, fee: 4n, gas: 2n }],
  [10n, 12n, null, true, { toOutside: 110n, toFees: 0n, toUser: 0n, fee: 10n, gas: 2n }],
  [10n, 12n, ONE, true, { toOutside: 100n, toFees: 10n, toUser: 0n, fee: 10n, gas: 12n }],
  [0n, 0n, ONE, true, { toOutside: 100n, toFees: 0n, toUser: 0n, fee: 0n, gas: 0n }],
  [10n, 4n, null, false, { toOutside: 4n, toFees: 0n, toUser: 106n, fee: 4n, gas: 0n }],
  [10n, 4n, ONE, false, { toOutside: 0n, toFees: 4n, toUser: 106n, fee: 4n, gas: 4n }],
  [10n, 12n, null, false, { toOutside: 10n, toFees: 0n, toUser: 100n, fee: 10n, gas: 2n }],
  [10n, 12n, ONE, false, { toOutside: 0n, toFees: 10n, toUser: 100n, fee: 10n, gas: 12n }],
])(
  '100 with a cap of %s, burning %s of gas at a price of %s, paid %s',
  (feeCap, burned, gasPrice, isPaid, parts) => {
    expect(payoutOf({ amount: 100n, feeCap, gasPrice }, { burned, isPaid, decimals })).toEqual(parts)
  },
)

test('the parts of a payout add up to the hold, and owner and house together pay for all the gas', () => {
  const sum = fc.bigInt({ min: 0n, max: 2n ** 62n })
  const price = fc.option(fc.bigInt({ min: 1n, max: 10n ** 13n }))
  const places = fc.record({ native: fc.constantFrom(8, 18), own: fc.constantFrom(6, 18) })
  fc.assert(
    fc.property(sum, sum, sum, price, fc.boolean(), places, (rest, feeCap, burned, gasPrice, isPaid, own) => {
      const amount = rest + 1n
      const parts = payoutOf({ amount, feeCap, gasPrice }, { burned, isPaid, decimals: own })
      expect(parts.toOutside + parts.toFees + parts.toUser).toBe(amount + feeCap)
      expect(parts.fee).toBeLessThanOrEqual(feeCap)
      const left = parts.toOutside - (isPaid ? amount : 0n) + parts.gas
      expect(left * 10n ** BigInt(own.native - 8)).toBeGreaterThanOrEqual(burned)
    }),
  )
})

test.each([
  [0n, 0n],
  [1n, -1n],
])('no payout is made of an amount of %s with a cap of %s', (amount, feeCap) => {
  const mined = { burned: 0n, isPaid: true, decimals }
  expect(() => payoutOf({ amount, feeCap, gasPrice: null }, mined)).toThrow('are not negative')
})

test.each([
  ['inventory', { inventory: 10n, bankroll: 0n }],
  ['inventory', { inventory: 10n, bankroll: 99n }],
  ['bankroll', { inventory: 9n, bankroll: 10n }],
  [null, { inventory: 9n, bankroll: 9n }],
])('gas of 10 is paid from %s when the house holds %o', (payer, held) => {
  expect(gasPayer(10n, held)).toBe(payer)
})
