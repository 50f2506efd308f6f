import { expect, test } from 'vitest'
import { dueDays, endsBefore, missingDay } from './dueDays.ts'

const at = (text: string) => Date.parse(`${text}Z`)
/** The end of 1 June 2027. */
const END = at('2027-06-02T00:00:00')

test.each<[string, checked: string, now: string, due: string[]]>([
  ['in its first day', '', '2027-06-01T23:59:59.999', []],
  ['at the end of its first day', '', '2027-06-02T00:00:00', ['2027-06-01']],
  ['a day later', '', '2027-06-03T00:00:00', ['2027-06-01', '2027-06-02']],
  ['with one day checked', '2027-06-01', '2027-06-03T00:00:00', ['2027-06-02']],
  ['with all ended days checked', '2027-06-02', '2027-06-03T23:59:59.999', []],
  ['just before its last day is over', '2027-06-02', '2027-06-03T23:59:59.999', []],
  ['at the end of its last day', '2027-06-02', '2027-06-04T00:00:00', ['2027-06-03']],
  ['long after its last day', '', '2027-07-01T00:00:00', ['2027-06-01', '2027-06-02', '2027-06-03']],
  ['with its last day checked', '2027-06-03', '2027-07-01T00:00:00', []],
])('the due days of a ticket from 1 to 3 June, %s', (_, checked, now, due) => {
  const ticket = { first: '2027-06-01', last: '2027-06-03' }
  expect(dueDays(ticket, checked, at(now))).toEqual(due)
})

test('a ticket with an unreadable day has no due days', () => {
  const nowMs = at('2027-07-01T00:00:00')
  expect(dueDays({ first: 'x', last: '2027-06-03' }, '', nowMs)).toEqual([])
  expect(dueDays({ first: '2027-06-01', last: 'x' }, '', nowMs)).toEqual([])
})

test.each([
  [END - 1, true],
  [END, false],
  [END + 1, false],
  [Infinity, false],
])('an order that ended at %d does not share in the day: %s', (endMs, is) => {
  expect(endsBefore('2027-06-01', endMs)).toBe(is)
})

test.each([
  ['no known time', null, 'unshown'],
  ['the end of the day', END, 'later'],
  ['a moment before six hours after it', END + 6 * 3_600_000 - 1, 'later'],
  ['six hours after it', END + 6 * 3_600_000, 'absent'],
] as const)('a day missing in a log that goes to %s', (_, goesTo, is) => {
  expect(missingDay('2027-06-01', goesTo)).toBe(is)
})
