import { LANGUAGES } from '@tickmark/wire/languages'
import { expect, test } from 'vitest'
import { formatOf, type FigureShape } from './format.ts'

const english = formatOf('english')

const figures: [string, FigureShape, string][] = [
  ['12480.16', {}, '12,480.16'],
  ['12480', {}, '12,480.00'],
  ['0.04120000', {}, '0.0412'],
  ['67412.5', { decimals: 2 }, '67,412.50'],
  ['0.16284', { decimals: 6 }, '0.162840'],
  ['1.999', { decimals: 2 }, '1.99'],
  ['92233720368.54775807', { decimals: 8 }, '92,233,720,368.54775807'],
  ['435', { decimals: 6, sign: true }, '+435.000000'],
  ['-250', { decimals: 6, sign: true }, '−250.000000'],
  ['0', { sign: true }, '0.00'],
  ['-0.001', { decimals: 2 }, '0.00'],
  ['+1.5', {}, '1.50'],
  ['5', { decimals: 0 }, '5'],
  ['n/a', {}, 'n/a'],
]

for (const [decimal, shape, text] of figures) {
  test(`the figure ${decimal} reads ${text} with ${JSON.stringify(shape)}`, () => {
    expect(english.figure(decimal, shape)).toBe(text)
  })
}

test('every language writes Latin digits, in figures and in times', () => {
  for (const language of LANGUAGES) {
    const format = formatOf(language)
    const written = [
      format.figure('1234567.89'),
      format.percent(17_400),
      format.compact('1220000000'),
      format.time(1_795_000_000_000),
      format.dateTime(1_795_000_000_000),
    ].join(' ')
    expect(written).not.toMatch(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/)
    expect(format.figure('1234567.89')).toBe('1,234,567.89')
  }
})

test('a share in millionths reads as percent with two decimals', () => {
  expect(english.percent(17_400)).toBe('1.74%')
  expect(english.percent(-6_200)).toBe('−0.62%')
})
