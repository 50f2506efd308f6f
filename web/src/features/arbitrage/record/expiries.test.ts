import { ONE } from '@tickmark/core/money/money'
import { expect, test } from 'vitest'
import { expiriesOf } from './expiries.ts'

test('payouts are listed by time, the next first; orders of one moment are one entry, and ended ones are omitted', () => {
  const order = (expireTime: number, orderMoney: string, status = 1) => ({ expireTime, orderMoney, status })
  expect(expiriesOf([order(30, '500'), order(20, '7', 2), order(10, '100'), order(30, '0.5')])).toEqual([
    { atMs: 10, sum: 100n * ONE, orders: 1 },
    { atMs: 30, sum: 500n * ONE + ONE / 2n, orders: 2 },
  ])
  expect(expiriesOf([])).toEqual([])
})
