import { expect, test } from 'vitest'
import { pathThrough } from './pathThrough.ts'

test('a path goes through every point in turn; no points give an empty path', () => {
  const points = [
    [0, 1.26],
    [2, 3],
  ] as const
  expect(pathThrough(points)).toBe('M0.0 1.3L2.0 3.0')
  expect(pathThrough([])).toBe('')
})
