import { expect, test } from 'vitest'
import { readAmount } from './readAmount.ts'
import { MOST } from './money.ts'

test.each([
  ['1', 100_000_000n],
  ['0.00000001', 1n],
  ['007.50', 750_000_000n],
  ['1.000000000000', 100_000_000n],
  ['92233720368.54775807', MOST],
  ['92233720368.54775808', MOST],
  ['9'.repeat(60), MOST],
  [`${'0'.repeat(21)}1.5`, 150_000_000n],
  [`1.5${'0'.repeat(40)}`, 150_000_000n],
  [`${'0'.repeat(30)}.${'0'.repeat(7)}1${'0'.repeat(40)}`, 1n],
  [`${'0'.repeat(30)}.${'0'.repeat(40)}`, 'amount_invalid'],
  ['0', 'amount_invalid'],
  ['0.000', 'amount_invalid'],
  ['', 'amount_invalid'],
  ['-1', 'amount_invalid'],
  ['+1', 'amount_invalid'],
  ['.5', 'amount_invalid'],
  ['1.', 'amount_invalid'],
  ['1e3', 'amount_invalid'],
  ['1,5', 'amount_invalid'],
  [' 1', 'amount_invalid'],
  ['0x10', 'amount_invalid'],
  ['٣', 'amount_invalid'],
  ['0.000000001', 'amount_too_precise'],
])('an amount typed as "%s" is %s', (text, expected) => {
  const read = readAmount(text)
  expect(read.ok ? read.value : read.refusal.code).toBe(expected)
})
