import { expect, test } from 'vitest'
import { linePath } from './linePath.ts'

test('the highest value touches the top pad and the lowest the bottom one', () => {
  expect(linePath([1, 3, 2], 84, 30, 2)).toBe('M0.0 28.0L42.0 2.0L84.0 15.0')
})

test('equal values, or fewer than two, give a flat line through the middle', () => {
  expect(linePath([5, 5], 84, 30, 2)).toBe('M0.0 15.0L84.0 15.0')
  expect(linePath([], 84, 30, 2)).toBe('M0 15L84 15')
})
