import { expect, test } from 'vitest'
import { type AuditedEntry, followsAudited, type LastAudited } from './audited.ts'

const BEFORE: LastAudited = { size: 7, until: 500, whole: 400 }
const ENTRY: AuditedEntry = {
  kind: 'audited',
  seq: 12,
  at: 900,
  size: 9,
  until: 700,
  whole: 400,
  balances: 'ab'.repeat(32),
  liabilities: [],
}

test.each<[what: string, change: Partial<AuditedEntry>, follows: boolean, isFirst: boolean]>([
  ['more entries, and the books further on', {}, true, true],
  ['all entries before itself', { size: 11 }, true, true],
  ['itself', { size: 12 }, false, false],
  ['as many entries as before', { size: 7 }, true, true],
  ['fewer entries than before', { size: 6 }, false, true],
  ['the books up to its own time', { until: 900 }, true, true],
  ['the books of a time to come', { until: 901 }, false, false],
  ['the books a moment further', { until: 501 }, true, true],
  ['the books no further', { until: 500 }, false, true],
  ['a whole run of its own time', { whole: 900 }, true, true],
  ['a whole run to come', { whole: 901 }, false, false],
  ['an older whole run', { whole: 399 }, false, true],
])('an entry that tells of %s', (_what, change, follows, isFirst) => {
  expect(followsAudited(BEFORE, { ...ENTRY, ...change })).toBe(follows)
  expect(followsAudited(null, { ...ENTRY, ...change })).toBe(isFirst)
})
