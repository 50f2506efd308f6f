import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DURATIONS } from '@tickmark/core/orders/durations'
import { expect, test } from 'vitest'
import { LANGUAGES } from '../languages.ts'
import { durationText } from './durations.ts'
import { rangeText } from './ranges.ts'

test.each([
  ['up', 0, 'Any rise'],
  ['down', 0, 'Any fall'],
  ['up', 300, 'Above +0.03%'],
  ['down', 300, 'Below −0.03%'],
  ['up', 241, 'Above +0.0241%'],
  ['up', 1, 'Above +0.0001%'],
  ['down', 24_000, 'Below −2.40%'],
  ['up', 10_000, 'Above +1.00%'],
] as const)('%s at %i ppm reads "%s"', (direction, ppm, text) => {
  expect(rangeText(direction, ppm, 'english')).toBe(text)
})

test('a range reads differently in each language, and Arabic keeps the sign before its number', () => {
  const texts = LANGUAGES.map((one) => rangeText('up', 300, one))
  expect(new Set(texts).size).toBe(LANGUAGES.length)
  expect(texts.every((one) => one.includes('+0.03%'))).toBe(true)
  expect(rangeText('down', 300, 'arab')).toBe('أدنى من \u2066−0.03%\u2069')
})

test('each duration has a name of its own in each language', () => {
  for (const language of LANGUAGES) {
    expect(new Set(DURATIONS.map((one) => durationText(one.seconds, language))).size).toBe(DURATIONS.length)
  }
  expect(DURATIONS.map((one) => durationText(one.seconds, 'english'))).toEqual([
    '1 min',
    '3 min',
    '5 min',
    '15 min',
    '30 min',
    '1 h',
    '4 h',
    '1 d',
  ])
  expect(DURATIONS.map((one) => durationText(one.seconds, 'arab')).slice(0, 4)).toEqual([
    'دقيقة واحدة',
    '3 دقائق',
    '5 دقائق',
    '15 دقيقة',
  ])
  expect(durationText(86_400, 'japanese')).toBe('1日')
})

test.each(LANGUAGES)('in %s the page names durations as the server does', (language) => {
  const durationsIn = (file: string) => {
    const path = join(import.meta.dirname, '..', language, file)
    return (JSON.parse(readFileSync(path, 'utf8')) as { durations?: object }).durations
  }
  const ours = durationsIn('server/orders.json')
  expect(ours).toBeDefined()
  expect(durationsIn('trade.json')).toEqual(ours)
})
