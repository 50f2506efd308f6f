import { expect, test } from 'vitest'
import { signedText } from './signed.ts'

test.each([
  [0n, '0'],
  [150_000_000n, '+1.5'],
  [-150_000_000n, '−1.5'],
  [-1n, '−0.00000001'],
])('%i units read "%s"', (units, text) => {
  expect(signedText(units)).toBe(text)
})
