import { expect, test } from 'vitest'
import { lateToLogMs } from './lateToLog.ts'

test.each([
  ['nothing unlogged', null, null],
  ['a statement of this moment', 10_000, null],
  ['one of two seconds ago', 8_000, null],
  ['one a millisecond older', 7_999, 2_001],
  ['one dated ahead by a clock that was set back', 11_000, null],
])('%s is late or not', (_what, oldestMs, lateMs) => {
  expect(lateToLogMs(oldestMs, 10_000)).toBe(lateMs)
})
