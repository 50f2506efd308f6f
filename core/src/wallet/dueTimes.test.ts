import { expect, test } from 'vitest'
import { dueAtMs, DUE_LEAST_MS, DUE_MOST_MS, HOLD_MOST_MS, isGivenUp } from './dueTimes.ts'

const HOUR = 3_600_000
const AT = Date.UTC(2026, 10, 21, 10)

test.each([
  ['at once', AT, false, AT + 96 * HOUR],
  ['an address that waits', AT + 24 * HOUR, false, AT + 120 * HOUR],
  ['operators who are asked', AT, true, AT + 264 * HOUR],
  ['both', AT + 24 * HOUR, true, AT + 264 * HOUR],
  ['an address that has waited', AT - HOUR, false, AT + 96 * HOUR],
])(
  'with %s, a withdrawal is due after its longest wait, a hold and a day',
  (_, addressFromMs, needsApproval, due) => {
    expect(dueAtMs({ atMs: AT, addressFromMs, needsApproval })).toBe(due)
  },
)

test('a withdrawal is due four days after its request at the earliest, eleven at the latest, and a hold takes three', () => {
  expect([HOLD_MOST_MS, DUE_LEAST_MS, DUE_MOST_MS]).toEqual([72 * HOUR, 96 * HOUR, 264 * HOUR])
})

test('an unsigned payment is given up an hour before it is due, to the millisecond', () => {
  for (const [needsApproval, dueMs] of [
    [false, AT + 96 * HOUR],
    [true, AT + 264 * HOUR],
  ] as const) {
    const asked = { requestedAtMs: AT, addressFromMs: AT, needsApproval }
    expect([isGivenUp(asked, dueMs - HOUR - 1), isGivenUp(asked, dueMs - HOUR)]).toEqual([false, true])
  }
})
