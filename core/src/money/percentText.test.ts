import { expect, test } from 'vitest'
import { percentText } from './percentText.ts'

test.each([
  [5_000n, '0.5'],
  [41_500, '4.15'],
  [1n, '0.0001'],
  [0, '0'],
  [1_000_000n, '100'],
])('%d millionths are %s percent', (ppm, text) => {
  expect(percentText(ppm)).toBe(text)
})
