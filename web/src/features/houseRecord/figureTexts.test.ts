import { expect, test, vi } from 'vitest'
import { dayText, percentText, spanText, withError } from './figureTexts.ts'

test.each([
  [0.5, '50.0%'],
  [0.04, '4.0%'],
  [-0.0312, '−3.1%'],
  [-0.0001, '0.0%'],
  [-0.0005, '−0.1%'],
  [0, '0.0%'],
  [1, '100.0%'],
])('a share of %d is %s', (share, text) => {
  expect(percentText(share)).toBe(text)
})

test('a share is written with its error, and a time span with its unit', () => {
  expect(withError(0.503, 0.0121)).toBe('50.3 ± 1.2%')
  expect(withError(-0.012, 0.0004)).toBe('−1.2 ± 0.0%')
  const spans = [40, 59, 60, 90, 300, 3_540, 3_600, 14_400, 86_400]
  expect(spans.map((seconds) => spanText('english', seconds))).toEqual([
    '40 sec',
    '59 sec',
    '1 min',
    '1.5 min',
    '5 min',
    '59 min',
    '1 hr',
    '4 hr',
    '24 hr',
  ])
  expect(dayText('english', '2026-11-21')).toBe('Nov 21, 2026')
})

test('a day of the record is the same day in every zone', () => {
  vi.stubEnv('TZ', 'Pacific/Pago_Pago')
  try {
    expect(new Date(0).getTimezoneOffset()).toBeGreaterThan(0)
    expect(dayText('english', '2026-11-01')).toBe('Nov 1, 2026')
  } finally {
    vi.unstubAllEnvs()
  }
})
