import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../days.ts'
import { breakUntil, exclusionUntil, pauseAt } from './pauses.ts'

const NOW = Date.UTC(2026, 0, 31)

test.each([
  { breaks: 0, excludes: 0, pause: null },
  { breaks: NOW, excludes: NOW, pause: null },
  { breaks: NOW + 1, excludes: 0, pause: { code: 'on_break', untilMs: NOW + 1 } },
  { breaks: 0, excludes: NOW + 1, pause: { code: 'excluded', untilMs: NOW + 1 } },
  { breaks: NOW + 9, excludes: NOW + 1, pause: { code: 'excluded', untilMs: NOW + 1 } },
  { breaks: NOW + 1, excludes: NOW, pause: { code: 'on_break', untilMs: NOW + 1 } },
])('at a moment, of a break until $breaks and an exclusion until $excludes: $pause', (row) => {
  expect(pauseAt({ breakUntilMs: row.breaks, excludedUntilMs: row.excludes }, NOW)).toEqual(row.pause)
})

describe('a pause is extended and never shortened', () => {
  const END = NOW + 2 * HOUR_MS
  const FEBRUARY = NOW + 28 * DAY_MS
  const longer = (untilMs: number) => ({ ok: false, refusal: { code: 'break_runs_longer', untilMs } })

  test.each([
    { breaks: 0, excludes: 0, found: { ok: true, value: END } },
    { breaks: END, excludes: END, found: { ok: true, value: END } },
    { breaks: END + 1, excludes: 0, found: longer(END + 1) },
    { breaks: 0, excludes: END + 1, found: longer(END + 1) },
    { breaks: END + 1, excludes: END + 2, found: longer(END + 2) },
  ])('two hours of break beside one until $breaks and an exclusion until $excludes', (row) => {
    expect(breakUntil({ breakUntilMs: row.breaks, excludedUntilMs: row.excludes }, 2, NOW)).toEqual(row.found)
  })

  test.each([
    { breaks: FEBRUARY + 1, excludes: 0, found: { ok: true, value: FEBRUARY } },
    { breaks: 0, excludes: FEBRUARY, found: { ok: true, value: FEBRUARY } },
    { breaks: 0, excludes: FEBRUARY + 1, found: longer(FEBRUARY + 1) },
  ])('a month of exclusion beside a break until $breaks and one until $excludes', (row) => {
    const pauses = { breakUntilMs: row.breaks, excludedUntilMs: row.excludes }
    expect(exclusionUntil(pauses, 1, NOW)).toEqual(row.found)
  })
})
