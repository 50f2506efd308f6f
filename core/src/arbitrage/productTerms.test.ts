import { expect, test } from 'vitest'
import { ENTRY_OF } from '../log/entries.testing.ts'
import type { ProductEntry } from '../log/log.ts'
import type { HostingTicket } from './hostings.ts'
import { termsInLog } from './productTerms.ts'

const AT = Date.parse('2026-11-21T10:00:00Z')
const first: ProductEntry = {
  ...ENTRY_OF.product,
  seq: 10,
  mid: 2,
  version: 1,
  days: 7,
  least: '100',
  most: '900',
  upperPpm: 300,
  exitFeePpm: 5_000,
}
const second: ProductEntry = { ...first, seq: 20, at: AT, version: 2, upperPpm: 200 }
const other: ProductEntry = { ...first, seq: 30, mid: 3 }
const ticket: HostingTicket = {
  v: 1,
  kind: 'hosting',
  number: 1,
  at: AT,
  order: '01234567-89ab-8def-8123-456789abcdef',
  book: 'real',
  mid: 2,
  version: 2,
  days: 7,
  upperPpm: 200,
  exitFeePpm: 5_000,
  principal: '500',
  first: '2026-11-22',
  last: '2026-11-28',
  consent: '',
}
const old = { version: 1, upperPpm: 300 }

test.each<[what: string, change: Partial<HostingTicket>, seq: number, isOffered: boolean]>([
  ['the version in force', {}, 40, true],
  ['a version logged just before', {}, 21, true],
  ['a version logged after it', {}, 19, false],
  ['the least principal', { principal: '100' }, 40, true],
  ['less than that', { principal: '99' }, 40, false],
  ['the most principal', { principal: '900' }, 40, true],
  ['more than that', { principal: '901' }, 40, false],
  ['other days', { days: 8 }, 40, false],
  ['another upper yield', { upperPpm: 201 }, 40, false],
  ['another fee of an exit', { exitFeePpm: 5_001 }, 40, false],
  ['a version that nobody logged', { version: 3 }, 40, false],
  ['a product that nobody logged', { mid: 4 }, 40, false],
  ['the version before, 3 s after the next', { ...old, at: AT + 3_000 }, 40, true],
  ['the version before, later than that', { ...old, at: AT + 3_001 }, 40, false],
  ['another product, long after this one changed', { ...old, mid: 3, at: AT + 9_000 }, 40, true],
])('a ticket of %s is of an offer, or of none', (_, change, seq, isOffered) => {
  expect(termsInLog([first, second, other])?.isOffered({ ...ticket, ...change }, seq)).toBe(isOffered)
})

test('a payout line has the upper yield of a version that was logged before its day was closed', () => {
  const terms = termsInLog([first, second])
  const isOf = (upperPpm: string, version: number, seq: number) =>
    terms?.isOf({ mid: 2, version, upperPpm }, seq)
  expect([isOf('200', 2, 21), isOf('200', 2, 20), isOf('201', 2, 21)]).toEqual([true, false, false])
  expect([isOf('300', 1, 21), isOf('200', 1, 21), isOf('200', 3, 21)]).toEqual([true, false, false])
})

test.each<[what: string, entries: ProductEntry[], isRead: boolean]>([
  ['no product', [], true],
  ['the versions of two products', [first, other, second], true],
  ['a later version that leaves one out', [first, { ...second, version: 3 }], true],
  ['a version twice', [first, { ...second, version: 1 }], false],
  ['versions the wrong way round', [second, first], false],
])('a log with %s is read, or is not', (_, entries, isRead) => {
  expect(termsInLog(entries) !== null).toBe(isRead)
})
