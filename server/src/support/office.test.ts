import { describe, expect, test } from 'vitest'
import { hoursText, officeAt } from './office.ts'
import { typingUsers } from './module.ts'

const at = (text: string) => Date.parse(`${text}:00Z`)
const office = (from: string, to: string) => ({ fromMinute: minute(from), toMinute: minute(to) })
const minute = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))

describe('office hours in UTC', () => {
  test.each([
    ['09:00', '18:00', '2026-11-21T08:59', '2026-11-21T09:00'],
    ['09:00', '18:00', '2026-11-21T09:00', null],
    ['09:00', '18:00', '2026-11-21T17:59', null],
    ['09:00', '18:00', '2026-11-21T18:00', '2026-11-22T09:00'],
    ['09:00', '18:00', '2026-12-31T23:59', '2027-01-01T09:00'],
    ['22:00', '06:30', '2026-11-21T23:00', null],
    ['22:00', '06:30', '2026-11-21T06:29', null],
    ['22:00', '06:30', '2026-11-21T06:30', '2026-11-21T22:00'],
    ['22:00', '06:30', '2026-11-21T21:59', '2026-11-21T22:00'],
    ['00:00', '00:00', '2026-11-21T12:00', null],
  ])('%s-%s at %s opens %s', (from, to, now, opens) => {
    const opensAtMs = opens === null ? null : at(opens)
    expect(officeAt(office(from, to), at(now))).toEqual({ isOpen: opens === null, opensAtMs })
  })

  test('are shown as configured, and are empty when support is always open', () => {
    expect(officeAt(null, at('2026-11-21T03:00'))).toEqual({ isOpen: true, opensAtMs: null })
    expect([hoursText(null), hoursText(office('07:00', '07:00'))]).toEqual(['', ''])
    expect(hoursText(office('09:05', '18:30'))).toBe('09:05-18:30')
  })
})

test('typing ends after six seconds, or at once when the user stops', () => {
  const typing = typingUsers()
  typing.note('a', 1_000)
  typing.note('b', 4_000)
  expect(['a', 'b', 'c'].map((one) => typing.isTyping(one, 6_999))).toEqual([true, true, false])
  expect(typing.isTyping('a', 7_000)).toBe(false)
  typing.note('a', 8_000)
  expect(typing.isTyping('a', 13_000)).toBe(true)
  typing.stop('a')
  expect(typing.isTyping('a', 8_001)).toBe(false)
})
