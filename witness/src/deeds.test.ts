import { entryBody, type DeedsEntry } from '@tickmark/core/log/log'
import { appendLeaf, EMPTY_EDGE } from '@tickmark/core/log/tree'
import { expect, test } from 'vitest'
import { NOTHING, takeEntry } from './entries.ts'
import { nodeCrypto } from './nodeCrypto.ts'

const AT = 1_795_219_200_000
const keys = { kind: 'keys', seq: 1, at: AT, origin: 'x', log: '', receipts: '', signature: '' } as const
const KNOWN = {
  ...NOTHING,
  edge: appendLeaf(EMPTY_EDGE, new Uint8Array(32), nodeCrypto.sha256),
  keys,
  lastAt: AT,
  deeds: 12,
}

test.each([
  ['more deeds than the entry before', 13, true],
  ['as many deeds, which may be others', 12, false],
  ['fewer deeds, so that some are gone', 11, false],
])('an entry that counts %s: %i, taken: %s', (_what, count, isTaken) => {
  const entry: DeedsEntry = { kind: 'deeds', seq: 2, at: AT, count, head: 'ab'.repeat(32) }
  const taken = takeEntry(KNOWN, entryBody(entry))
  if (isTaken) expect(taken).toMatchObject({ ok: true, next: { deeds: count } })
  else expect(taken).toEqual({ ok: false, problem: 'wrong_deeds' })
})
