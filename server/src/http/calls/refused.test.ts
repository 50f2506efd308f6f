import { expect, test } from 'vitest'
import { momentText, refusalAnswer, Refused, tooMany } from './refused.ts'

test.each([
  ['2026-11-21T09:30:00.000Z', '2026-11-21 09:30 UTC'],
  ['2026-11-21T09:29:00.001Z', '2026-11-21 09:30 UTC'],
  ['2026-12-31T23:59:00.001Z', '2027-01-01 00:00 UTC'],
])('the moment %s is stated as %s, never too early', (moment, text) => {
  expect(momentText(Date.parse(moment))).toBe(text)
})

test.each([
  [1, '1'],
  [1_000, '1'],
  [1_001, '2'],
  [59_999, '60'],
])('a wait of %i ms is stated as %s s', (ms, seconds) => {
  expect(tooMany(ms)).toMatchObject({ code: 'too_many_requests', facts: { seconds } })
})

test('a refusal gives its facts and what the house signed of it, and nothing where it has neither', () => {
  const dataOf = (refused: Refused) => refusalAnswer(refused, 'english').data
  expect(dataOf(new Refused('sign_in_first'))).toBeNull()
  expect(dataOf(tooMany(5))).toEqual({ seconds: '1' })
  const statement = { v: 1 }
  expect(dataOf(Refused.signed('sign_in_first', {}, statement))).toEqual({ signed: statement })
  expect(dataOf(Refused.signed('too_many_requests', { seconds: '3' }, statement))).toEqual({
    seconds: '3',
    signed: statement,
  })
  expect(refusalAnswer(tooMany(61_000), 'english').message).toContain('61')
})
