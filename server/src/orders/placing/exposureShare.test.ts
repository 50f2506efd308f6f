import { expect, test } from 'vitest'
import { requestFor } from '../fixture.testing.ts'
import type { Order } from '../order/order.ts'
import { createExposureShare } from './exposureShare.ts'

const limits = { userMost: () => 5n, exposure: () => ({ user: 20n, house: 1_000n, growth: 0n }) }

/** A won order of 100 at a rate of 0.92. */
function won(book: Order['book']): Order {
  const { terms } = requestFor(1)
  const sums = { stake: 100n, profit: 92n, fee: 0n }
  return { book, terms, sums, result: { outcome: 'won', net: 92n } } as Order
}

test('wins of users make the house’s limit smaller where the deviation is an estimate, and only there', () => {
  const orders = Array.from({ length: 400 }, () => won('real'))
  const [estimated, drawn] = [0.008, 0].map((error) =>
    createExposureShare(limits, { deviation: () => ({ sigma: 0.0001, error }) }),
  )
  expect(estimated?.limits.exposure(1, 'real').house).toBe(1_000n)
  estimated?.take(orders)
  drawn?.take(orders)
  expect([estimated?.limits.exposure(1, 'real').house, estimated?.limits.userMost(1)]).toEqual([100n, 5n])
  expect(drawn?.limits.exposure(1, 'real').house).toBe(1_000n)
})

test('practice orders leave the limit of real money as it is', () => {
  const share = createExposureShare(limits, { deviation: () => ({ sigma: 0.0001, error: 0.008 }) })
  share.take(Array.from({ length: 400 }, () => won('simulated')))
  expect(share.limits.exposure(1, 'real').house).toBe(1_000n)
})
