import { expect, test } from 'vitest'
import { ageText } from './age.ts'

test.each([
  [-5, '0 sec'],
  [59_999, '59 sec'],
  [60_000, '1 min'],
  [3_599_999, '59 min'],
  [3_600_000, '1 hr'],
  [86_399_999, '23 hr'],
  [86_400_000, '1 day'],
  [172_799_999, '1 day'],
  [172_800_000, '2 days'],
])('%i ms is told as %s', (ms, text) => {
  expect(ageText(ms, 'en')).toBe(text)
})

test('an age in Arabic has Latin digits', () => {
  expect(ageText(180_000, 'ar')).toContain('3')
})
