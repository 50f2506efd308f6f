import { expect, test } from 'vitest'
import { nextSweepMs } from './expire.ts'

const NOON = Date.parse('2027-06-01T12:00:00Z')
const MIDNIGHT = Date.parse('2027-06-02T00:00:00Z')

test.each([
  ['without any order', null, MIDNIGHT],
  ['with an expiry later today', NOON + 1, NOON + 1],
  ['with one at midnight', MIDNIGHT, MIDNIGHT],
  ['with one after midnight', MIDNIGHT + 1, MIDNIGHT],
  ['with one that is due and locked by another process', NOON, NOON + 1_000],
  ['with one overdue', NOON - 86_400_000, NOON + 1_000],
])('expired hosting orders are looked for again: %s', (_, next, atMs) => {
  expect(nextSweepMs(next, NOON)).toBe(atMs)
})
