import { entryBody, type LogEntry } from '@tickmark/core/log/log'
import type { Ended } from '@tickmark/core/log/withdrawn'
import { expect, test } from 'vitest'
import { NOTHING, takeEntry, type Followed } from '../entries.ts'

const AT = 1_795_219_200_000
const hash = 'ab'.repeat(32)
const place = { at: AT, seq: 0 }
const keys: LogEntry = { ...place, kind: 'keys', origin: 'x', log: hash, receipts: hash, signature: '' }
const promises: LogEntry = { ...place, kind: 'withdrawals', count: 3, first: 1, last: 3, root: hash }
const ends = (first: number, ...all: Ended[]): LogEntry => ({ ...place, kind: 'withdrawn', first, ends: all })
const paid = (promise: number, tx: string): Ended => ({ promise, end: 'paid', tx: `0x${tx.repeat(32)}` })

/** What the witness finds first in a log of these entries after its keys; null when it takes them all. */
function found(entries: readonly LogEntry[]) {
  let followed: Followed = { ...NOTHING, keys: keys as never }
  for (const [i, entry] of entries.entries()) {
    const taken = takeEntry(followed, entryBody({ ...entry, seq: i + 1 }))
    if (!taken.ok) return taken.problem
    followed = taken.next
  }
  return null
}

test.each([
  ['in turn, each by its own transaction', [promises, ends(1, paid(1, 'aa')), ends(2, paid(2, 'bb'))], null],
  ['one that ends twice', [promises, ends(1, paid(1, 'aa')), ends(2, paid(1, 'bb'))], 'wrong_withdrawals'],
  ['two by one transaction', [promises, ends(1, paid(1, 'aa'), paid(2, 'aa'))], 'shared_payment'],
  [
    'two by one transaction, entries apart',
    [promises, ends(1, paid(1, 'aa')), ends(2, paid(2, 'bb')), ends(3, paid(3, 'aa'))],
    'shared_payment',
  ],
])('a witness reads of withdrawals that end: %s', (_what, entries, problem) => {
  expect(found(entries)).toBe(problem)
})
