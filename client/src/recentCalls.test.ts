import { afterEach, expect, test, vi } from 'vitest'
import { rememberCalls } from './recentCalls.ts'

afterEach(() => vi.useRealTimers())

test('a call counts for the given time after it was last made or answered', () => {
  vi.useFakeTimers({ now: 1_800_000_000_000 })
  const calls = rememberCalls<'one' | 'other'>()
  expect(calls.calledWithin(5_000, ['one', 'other'])).toBe(false)
  calls.note('one')
  vi.advanceTimersByTime(3_000)
  calls.note('one')
  vi.advanceTimersByTime(4_999)
  expect(calls.calledWithin(5_000, ['one'])).toBe(true)
  expect(calls.calledWithin(5_000, ['other', 'one'])).toBe(true)
  expect(calls.calledWithin(5_000, ['other'])).toBe(false)
  expect(calls.calledWithin(5_000, [])).toBe(false)
  vi.advanceTimersByTime(1)
  expect(calls.calledWithin(5_000, ['one'])).toBe(false)
})
