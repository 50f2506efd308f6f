import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { settlement, units } from './promise.ts'

/** Sums of units as a statement writes them: whole, without zeros before, up to 19 digits. */
test.each<[text: string, isSum: boolean, isNet: boolean]>([
  ['0', true, true],
  ['7', true, true],
  ['70', true, true],
  ['9'.repeat(19), true, true],
  ['9'.repeat(20), false, false],
  ['-7', false, true],
  [`-${'9'.repeat(19)}`, false, true],
  [`-${'9'.repeat(20)}`, false, false],
  ['-0', false, false],
  ['07', false, false],
  ['+7', false, false],
  ['7.0', false, false],
  [' 7', false, false],
  ['', false, false],
])('%j is a sum of units: %s, and a net result: %s', (text, isSum, isNet) => {
  expect(z.safeParse(units, text).success).toBe(isSum)
  expect(z.safeParse(settlement.shape.net, text).success).toBe(isNet)
})
