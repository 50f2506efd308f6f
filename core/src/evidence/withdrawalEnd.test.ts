import { expect, test } from 'vitest'
import { hexOf } from '../bytes.ts'
import { entryBody, type LogEntry } from '../log/log.ts'
import { treeOfEntries } from '../log/tree/tree.testing.ts'
import { rangeProof } from '../log/tree/treeProofs.ts'
import { crypto } from '../receipts/nodeCrypto.testing.ts'
import { endIn, endInSegment, type EndFinding } from './withdrawalEnd.ts'

const [AT, DUE] = [1_000_000, 9_000_000]
const PROMISE = { number: 7, at: AT, due: DUE }
const tx = `0x${'ab'.repeat(32)}`

const tick = (seq: number, at: number): LogEntry => ({ kind: 'tick', seq, at, prices: {} })
const paid = (seq: number, at: number, promise = 7): LogEntry => ({
  kind: 'withdrawn',
  seq,
  at,
  first: 1,
  ends: [
    { promise: 3, end: 'refused', tx: '' },
    { promise, end: 'paid', tx },
  ],
})
const ended = (seq: number, atMs: number, isLate: boolean): EndFinding => {
  return { is: 'ended', end: 'paid', tx, seq, atMs, isLate }
}

test.each<[what: string, entries: LogEntry[], isWhole: boolean, found: EndFinding]>([
  ['its end', [tick(4, AT), paid(5, DUE), tick(6, DUE)], false, ended(5, DUE, false)],
  ['its end after the promised time', [paid(5, DUE + 1)], true, ended(5, DUE + 1, true)],
  ['its end among others', [paid(5, AT, 8), paid(6, AT)], true, ended(6, AT, false)],
  [
    'an end of its number before it was promised',
    [paid(5, AT - 1), tick(6, AT)],
    true,
    { is: 'waiting', untilMs: AT },
  ],
  ['none by the promised time', [tick(5, AT), tick(6, DUE)], true, { is: 'waiting', untilMs: DUE }],
  ['none, in a part', [tick(5, AT), tick(6, DUE)], false, { is: 'waiting', untilMs: DUE }],
  ['none after it', [tick(5, AT), paid(6, DUE + 1, 8)], true, { is: 'owed', untilMs: DUE + 1 }],
  ['none after it, in a part', [tick(6, DUE + 1)], false, { is: 'unshown', untilMs: DUE + 1 }],
  ['no entry', [], true, { is: 'waiting', untilMs: 0 }],
])('a log with %s shows what became of a promised withdrawal', (_, entries, isWhole, found) => {
  expect(endIn(PROMISE, entries, isWhole)).toEqual(found)
})

test('an end counts only by its entry in the log of a verified head, whatever the house shows', () => {
  const bodies = [tick(1, AT), tick(2, AT), paid(3, DUE), paid(4, DUE, 8), tick(5, DUE)].map(entryBody)
  const tree = treeOfEntries(bodies, crypto.sha256)
  const size = bodies.length
  const shown = (seq: number, change = (body: string) => body) => {
    const { left, right } = rangeProof(seq - 1, seq, size, tree.nodes)
    const own = bodies.slice(seq - 1, seq).map(change)
    return { from: seq - 1, bodies: own, left: left.map(hexOf), right: right.map(hexOf) }
  }
  const look = (segment: ReturnType<typeof shown>, root = tree.root(size)) =>
    endInSegment(PROMISE, segment, { size, root }, crypto)
  expect(look(shown(3))).toEqual(ended(3, DUE, false))
  expect(look(shown(3), tree.root(size - 1))).toBeNull()
  expect(look(shown(3, (body) => body.replace('"paid"', '"returned"')))).toBeNull()
  expect(look(shown(4, (body) => body.replace('"promise":8', '"promise":7')))).toBeNull()
  expect(look({ ...shown(3), from: 3 })).toBeNull()
  for (const seq of [1, 4, 5]) expect(look(shown(seq))).toBeNull()
})
