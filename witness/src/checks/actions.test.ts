import { entryBody, type ActionsEntry } from '@tickmark/core/log/log'
import { appendLeaf, EMPTY_EDGE } from '@tickmark/core/log/tree/tree'
import { expect, test } from 'vitest'
import { NOTHING, takeEntry } from '../entries.ts'
import { nodeCrypto } from '../nodeCrypto.ts'

const AT = 1_795_219_200_000
const keys = { kind: 'keys', seq: 1, at: AT, origin: 'x', log: '', receipts: '', signature: '' } as const
const KNOWN = {
  ...NOTHING,
  edge: appendLeaf(EMPTY_EDGE, new Uint8Array(32), nodeCrypto.sha256),
  keys,
  lastAt: AT,
  actions: { count: 12, head: 'cd'.repeat(32) },
}

const [OTHER, SAME] = ['ab'.repeat(32), 'cd'.repeat(32)]

test.each<[what: string, count: number, head: string, isTaken: boolean]>([
  ['more actions than the entry before', 13, OTHER, true],
  ['as many actions, which may be others', 12, OTHER, false],
  ['fewer actions, so that some are gone', 11, OTHER, false],
  ['more actions under the head of fewer', 13, SAME, false],
])('an entry that counts %s: %i', (_what, count, head, isTaken) => {
  const entry: ActionsEntry = { kind: 'actions', seq: 2, at: AT, count, head }
  const taken = takeEntry(KNOWN, entryBody(entry))
  if (isTaken) expect(taken).toMatchObject({ ok: true, next: { actions: { count, head } } })
  else expect(taken).toEqual({ ok: false, problem: 'wrong_actions' })
})
