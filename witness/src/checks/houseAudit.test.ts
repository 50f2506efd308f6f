import { EMPTY_EDGE } from '@tickmark/core/log/tree/tree'
import { expect, test } from 'vitest'
import { auditLine, hoursUnaudited } from './houseAudit.ts'

const AT = 1_790_000_000_000
const DAY_MS = 86_400_000

test.each([
  [0, null],
  [DAY_MS, null],
  [DAY_MS + 1, 24],
  [DAY_MS + 3_600_000 - 1, 24],
  [DAY_MS + 3_600_000, 25],
])('a log whose newest audit is %i ms behind its newest tick is unaudited for %j h', (quietMs, hours) => {
  const audited = { size: 1, until: AT, whole: AT }
  expect(hoursUnaudited({ audited, lastTickAt: AT + quietMs, edge: EMPTY_EDGE })).toBe(hours)
})

test.each([
  [86_400, null],
  [86_401, Infinity],
])('a log of %i entries without an audit is unaudited for %j h', (size, hours) => {
  expect(hoursUnaudited({ audited: null, lastTickAt: AT, edge: { ...EMPTY_EDGE, size } })).toBe(hours)
})

test('a log without audits is reported once, and again when it tells of one', () => {
  const told = [null, 24, 25, null, null, Infinity, null].map((hours, i, all) =>
    auditLine('https://house.example', i === 0 ? null : (all[i - 1] ?? null), hours),
  )
  const why = ': its audit finds something, or does not run'
  expect(told.map((line) => line?.replace('https://house.example: its log ', '') ?? '')).toEqual([
    '',
    `has told of no audit for 24 h${why}`,
    '',
    'tells of an audit that found nothing again',
    '',
    `has told of no audit${why}`,
    'tells of an audit that found nothing again',
  ])
})
