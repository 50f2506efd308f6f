import { entryBody, type LogEntry } from '@tickmark/core/log/log'
import type { Ended } from '@tickmark/core/log/withdrawn'
import { appendLeaf, EMPTY_EDGE } from '@tickmark/core/log/tree'
import { expect, test } from 'vitest'
import { NOTHING, takeEntry } from '../entries.ts'
import { nodeCrypto } from '../nodeCrypto.ts'

const AT = 1_795_219_200_000
const root = 'ab'.repeat(32)
const keys = { kind: 'keys', seq: 1, at: AT, origin: 'x', log: '', receipts: '', signature: '' } as const
const BEFORE = { promised: 12, ended: 3, open: [4, 9, 12] }
const KNOWN = {
  ...NOTHING,
  edge: appendLeaf(EMPTY_EDGE, new Uint8Array(32), nodeCrypto.sha256),
  keys,
  lastAt: AT,
  withdrawals: BEFORE,
}

const take = (entry: LogEntry) => takeEntry(KNOWN, entryBody(entry))
const promised = (first: number, last: number, count = last - first + 1) =>
  take({ kind: 'withdrawals', seq: 2, at: AT, count, first, last, root })
const ended = (first: number, ...promises: number[]) =>
  take({ kind: 'withdrawn', seq: 2, at: AT, first, ends: promises.map(endOf) })
const endOf = (promise: number): Ended => ({ promise, end: 'refused', tx: '' })
const after = (withdrawals: object) => ({ ok: true, next: { withdrawals } })

test('promises and ends that go on in turn are taken', () => {
  expect(promised(13, 14)).toMatchObject(after({ promised: 14, ended: 3, open: [4, 9, 12, 13, 14] }))
  expect(promised(13, 1_012)).toMatchObject(after({ promised: 1_012 }))
  expect(ended(4, 4, 12)).toMatchObject(after({ promised: 12, ended: 5, open: [9] }))
})

test.each([
  ['promises that leave one out', promised(14, 14)],
  ['a promise of a number that another one has', promised(12, 13)],
  ['promises that begin again', promised(1, 1)],
  ['more promises than numbers', promised(13, 14, 3)],
  ['fewer promises than numbers', promised(13, 15, 2)],
  ['more promises than the log takes at a time', promised(13, 1_013)],
  ['ends that leave one out', ended(5, 4)],
  ['an end of a number that another one has', ended(3, 4)],
  ['the end of what has ended', ended(4, 4, 5)],
  ['the end of what was never promised', ended(4, 12, 13)],
])('%s are refused', (_what, taken) => {
  expect(taken).toEqual({ ok: false, problem: 'wrong_withdrawals' })
})
