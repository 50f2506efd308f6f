import { LANGUAGE_TAGS, LANGUAGES } from '@tickmark/texts/languages'
import { describe, expect, test } from 'vitest'
import { formatOf } from './format.ts'

const FIGURES = [
  '0',
  '7.5',
  '999.99',
  '1000',
  '12480.16',
  '177852.12',
  '1000000',
  '92233720368.54775807',
] as const

describe.each(LANGUAGES)('%s', (language) => {
  const { figure, time } = formatOf(language)

  test.each(FIGURES)('writes %s as Intl does for that language in Latin digits', (decimal) => {
    const intl = new Intl.NumberFormat(`${LANGUAGE_TAGS[language]}-u-nu-latn`, {
      minimumFractionDigits: 2,
      maximumFractionDigits: 8,
    })
    expect(figure(decimal)).toBe(intl.format(decimal))
  })

  test('writes every time of day as Intl does', () => {
    const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const
    const intl = new Intl.DateTimeFormat(`${LANGUAGE_TAGS[language]}-u-nu-latn`, clock)
    for (let second = 0; second < 86_400; second += 599) {
      const at = new Date(2026, 10, 20, 0, 0, second)
      expect(time(at.getTime())).toBe(intl.format(at))
    }
  })
})

test('a figure is cut to the requested decimals and has its sign in front', () => {
  const { figure } = formatOf('english')
  expect(figure('1234.5678', { decimals: 2 })).toBe('1,234.56')
  expect(figure('-1234.5678', { decimals: 0 })).toBe('−1,234')
  expect(figure('+1234.5', { sign: true })).toBe('+1,234.50')
  expect(figure('-0.001', { decimals: 2 })).toBe('0.00')
  expect(figure('0', { sign: true })).toBe('0.00')
  expect(figure('-5', { sign: true })).toBe('−5.00')
  expect(figure(' 5 ')).toBe('5.00')
  expect(figure('-7.00000001')).toBe('−7.00000001')
  expect(figure('n/a')).toBe('n/a')
})

test('a share in millionths is a percentage of two decimals, and a loss has the minus sign of figures', () => {
  const { percent } = formatOf('english')
  expect(percent(5_000)).toBe('0.50%')
  expect(percent(0)).toBe('0.00%')
  expect(percent(-12_345)).toBe('−1.23%')
  expect(percent(-1_000_000)).toBe('−100.00%')
})

test('a large figure is short, and what is no figure stays', () => {
  const { compact } = formatOf('english')
  expect(['1220000000', '999', '12345', 'n/a'].map(compact)).toEqual(['1.22B', '999', '12.3K', 'n/a'])
})

test('times are local, to the second, the minute, or with their zone', () => {
  const { time, dateTime, exactTime } = formatOf('english')
  const at = new Date(2026, 10, 7, 21, 4, 9).getTime()
  expect(time(at)).toBe('21:04:09')
  expect(time(new Date(2026, 10, 7).getTime())).toBe('00:00:00')
  expect(dateTime(at)).toBe('Nov 7, 2026, 21:04')
  expect(exactTime(at)).toMatch(/^Saturday, November 7, 2026 at 9:04:09.PM .+/)
  expect(formatOf('english')).toBe(formatOf('english'))
})
