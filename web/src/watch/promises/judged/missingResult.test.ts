import { expect, test } from 'vitest'
import { missingResult } from './missingResult.ts'

test.each<[Parameters<typeof missingResult>[0], number, ReturnType<typeof missingResult>]>([
  ['none', 9_999, null],
  ['none', 10_000, 'overdue'],
  ['unsigned', 9_999, null],
  ['unsigned', 10_000, 'result'],
  ['unanswered', 59_999, null],
  ['unanswered', 60_000, 'unshown'],
  ['unanswered', 299_999, 'unshown'],
  ['unanswered', 300_000, 'overdue'],
  ['signedOut', 59_999, null],
  ['signedOut', 60_000, 'signedOut'],
  ['signedOut', 600_000, 'signedOut'],
])('a result that is %s for %i ms is told as %s', (why, silentMs, trouble) => {
  expect(missingResult(why, silentMs)).toBe(trouble)
})
