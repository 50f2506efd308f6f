import { expect, test } from 'vitest'
import { rowAfter } from './useRowKeys.ts'

test.each([
  ['ArrowDown', 3, 4],
  ['ArrowDown', 99, 99],
  ['ArrowUp', 0, 0],
  ['ArrowUp', 3, 2],
  ['PageDown', 3, 18],
  ['PageUp', 3, 0],
  ['Home', 50, 0],
  ['End', 50, 99],
  ['Enter', 50, null],
])('%s leads from row %i of a hundred to %s', (key, at, next) => {
  expect(rowAfter(key, at, 100)).toBe(next)
})
