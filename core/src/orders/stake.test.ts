import { expect, test } from 'vitest'
import { currencyByCode } from '../money/currencies.ts'
import { readStake } from './orders.ts'

test.each<[string, string, string | bigint]>([
  ['USDT', '1', 100_000_000n],
  ['USDT', '5000', 500_000_000_000n],
  ['USDT', '12.50', 1_250_000_000n],
  ['USDT', '12.500000000000000000', 1_250_000_000n],
  ['USDT', '007', 700_000_000n],
  ['BTC', '0.000015', 1_500n],
  ['USDT', '0', 'amount_invalid'],
  ['USDT', '0.00', 'amount_invalid'],
  ['USDT', '-1', 'amount_invalid'],
  ['USDT', '+1', 'amount_invalid'],
  ['USDT', '1e400', 'amount_invalid'],
  ['USDT', '1e2', 'amount_invalid'],
  ['USDT', 'abc', 'amount_invalid'],
  ['USDT', '', 'amount_invalid'],
  ['USDT', ' 1', 'amount_invalid'],
  ['USDT', '1 ', 'amount_invalid'],
  ['USDT', '.5', 'amount_invalid'],
  ['USDT', '5.', 'amount_invalid'],
  ['USDT', '1,000', 'amount_invalid'],
  ['USDT', '0x10', 'amount_invalid'],
  ['USDT', 'NaN', 'amount_invalid'],
  ['USDT', 'Infinity', 'amount_invalid'],
  ['USDT', '١٢', 'amount_invalid'],
  ['USDT', '１', 'amount_invalid'],
  ['USDT', '1\n', 'amount_invalid'],
  ['USDT', '1.1234567890123456789', 'amount_too_precise'],
  ['USDT', '0.000000001', 'amount_too_precise'],
  ['USDT', '0.99999999', 'stake_too_small'],
  ['BTC', '0.00001499', 'stake_too_small'],
  ['USDT', '5000.00000001', 'stake_too_large'],
  ['USDT', '99999999999999999999', 'stake_too_large'],
  ['USDT', '9'.repeat(64), 'stake_too_large'],
  ['TRX', '10', 'currency_not_accepted'],
  ['SOL', 'abc', 'currency_not_accepted'],
])('a stake of %s "%s" is %s', (code, text, expected) => {
  const currency = currencyByCode(code)
  const read = currency && readStake(currency, text)
  expect(read?.ok ? read.value : read?.refusal.code).toBe(expected)
})
