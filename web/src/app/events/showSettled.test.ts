import { formatOf } from '@tickmark/client/format/format.ts'
import { expect, test } from 'vitest'
import { settledAmount } from './showSettled.ts'

test.each([
  ['won', '18.5', '+18.50'],
  ['lost', '-25', '25.00'],
  ['tied', '0', '0.00'],
  ['closed', '-3.25', '−3.25'],
  ['closed', '3.25', '+3.25'],
  ['void', '0', '0.00'],
  // Rounded down in the currency's decimals, a loss too.
  ['won', '18.509', '+18.50'],
  ['closed', '-1197.06811375', '−1,197.07'],
  ['lost', '-25.001', '25.01'],
] as const)('an order that is %s with the net result %s reads %s', (outcome, profit, text) => {
  expect(settledAmount({ outcome, profit, currency: 'USDT' }, formatOf('english'))).toBe(text)
})
