import { expect, test } from 'vitest'
import { dayText, percentText, spanText, withError } from './figureTexts.ts'

test.each([
  [0.5, '50.0%'],
  [0.04, '4.0%'],
  [-0.0312, '−3.1%'],
  [-0.0001, '0.0%'],
])('a share of %d is %s', (share, text) => {
  expect(percentText(share)).toBe(text)
})

test('a share is written with its error, and a time span with its unit', () => {
  expect(withError(0.503, 0.0121)).toBe('50.3 ± 1.2%')
  expect([40, 60, 300, 14_400, 86_400].map((seconds) => spanText('english', seconds))).toEqual([
    '40 sec',
    '1 min',
    '5 min',
    '4 hr',
    '24 hr',
  ])
  expect(dayText('english', '2026-11-21')).toBe('Nov 21, 2026')
})
