import { ENTRY_OF } from '@tickmark/core/log/entries.testing'
import type { AuditedEntry } from '@tickmark/core/log/audited'
import { entryBody } from '@tickmark/core/log/log'
import { appendLeaf, EMPTY_EDGE } from '@tickmark/core/log/tree/tree'
import { expect, test } from 'vitest'
import { NOTHING, takeEntry } from '../entries.ts'
import { nodeCrypto } from '../nodeCrypto.ts'

const LAST = { size: 1, until: 700, whole: 600 }
const KNOWN = {
  ...NOTHING,
  edge: [0, 1].reduce((edge) => appendLeaf(edge, new Uint8Array(32), nodeCrypto.sha256), EMPTY_EDGE),
  keys: ENTRY_OF.keys,
  lastAt: 800,
  audited: LAST,
}
const ENTRY: AuditedEntry = { ...ENTRY_OF.audited, seq: 3, at: 900, size: 2, until: 800, whole: 600 }

test.each<[what: string, change: Partial<AuditedEntry>, isTaken: boolean]>([
  ['an audit that went on', {}, true],
  ['a whole audit since', { whole: 900 }, true],
  ['entries that are not there yet', { size: 3 }, false],
  ['an earlier time', { until: 600 }, false],
  ['an older whole audit', { whole: 500 }, false],
])('an entry that tells of %s', (_what, change, isTaken) => {
  const entry = { ...ENTRY, ...change }
  const { size, until, whole } = entry
  const taken = takeEntry(KNOWN, entryBody(entry))
  if (isTaken) expect(taken).toMatchObject({ ok: true, next: { audited: { size, until, whole } } })
  else expect(taken).toEqual({ ok: false, problem: 'wrong_audited' })
})

test('an entry that takes audited entries back', () => {
  const further = { ...KNOWN, audited: { ...LAST, size: 2 } }
  const body = entryBody({ ...ENTRY, size: 1 })
  expect(takeEntry(further, body)).toEqual({ ok: false, problem: 'wrong_audited' })
})
