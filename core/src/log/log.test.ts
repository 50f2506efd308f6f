import { hash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChainedEntry, LogEntry } from './log.ts'
import { checkChain, entryBody, entryHash, GENESIS, parseEntry, rootText } from './log.ts'

function sha256(data: Uint8Array): Uint8Array {
  return hash('sha256', data, 'buffer')
}

const H = 'ab'.repeat(32)
const AT = 1_795_219_200_000
const ENTRIES: LogEntry[] = [
  { kind: 'keys', seq: 1, at: AT, log: H, receipts: H },
  { kind: 'day', seq: 2, at: AT, day: '2026-11-21', commit: H },
  { kind: 'tickets', seq: 3, at: AT, count: 2, first: 7, last: 8, root: H },
  { kind: 'receipts', seq: 4, at: AT, count: 1, first: 3, last: 3, root: H },
  { kind: 'tick', seq: 5, at: AT, prices: { '1': '6741250000000', '10': '2891400000' } },
  { kind: 'reveal', seq: 6, at: AT, day: '2026-11-20', seed: H, levels: { '1': ['-120000000000', '0'] } },
  { kind: 'tick', seq: 7, at: AT + 1000, prices: {} },
]

function chained(entries: readonly LogEntry[]): ChainedEntry[] {
  let prev = GENESIS
  return entries.map((entry) => {
    const body = entryBody(entry)
    prev = entryHash(prev, body, sha256)
    return { seq: entry.seq, body, hash: prev }
  })
}

test('an entry has one text', () => {
  expect(entryBody(ENTRIES[4] as LogEntry)).toBe(
    '{"at":1795219200000,"kind":"tick","prices":{"1":"6741250000000","10":"2891400000"},"seq":5}',
  )
  expect(rootText({ seq: 5, at: AT, hash: H })).toBe(`{"at":${AT},"hash":"${H}","seq":5}`)
})

test.each(ENTRIES)('an entry of kind $kind reads back as it was written', (entry) => {
  expect(parseEntry(entryBody(entry))).toEqual(entry)
})

test.each([
  ['nothing', ''],
  ['no JSON', '{"at":1'],
  ['null', 'null'],
  ['a list', '[]'],
  ['a blank in the text', '{"at":1000,"kind":"tick", "prices":{},"seq":5}'],
  ['keys in another order', '{"kind":"tick","at":1000,"prices":{},"seq":5}'],
  ['a key twice', '{"at":1000,"at":1000,"kind":"tick","prices":{},"seq":5}'],
  ['a key too many', '{"at":1000,"kind":"tick","prices":{},"seq":5,"x":1}'],
  ['a key too few', '{"at":1000,"kind":"tick","seq":5}'],
  ['an unknown kind', '{"at":1000,"kind":"fix","prices":{},"seq":5}'],
  ['a kind from the prototype', '{"at":1000,"kind":"constructor","prices":{},"seq":5}'],
  ['seq 0', '{"at":1000,"kind":"tick","prices":{},"seq":0}'],
  ['a fraction of a second', '{"at":1001,"kind":"tick","prices":{},"seq":5}'],
  ['a price of 0', '{"at":1000,"kind":"tick","prices":{"1":"0"},"seq":5}'],
  ['a price with a leading 0', '{"at":1000,"kind":"tick","prices":{"1":"01"},"seq":5}'],
  ['a price as a number', '{"at":1000,"kind":"tick","prices":{"1":5},"seq":5}'],
  ['a price beyond 64 bits', '{"at":1000,"kind":"tick","prices":{"1":"9223372036854775808"},"seq":5}'],
  ['a pid that is none', '{"at":1000,"kind":"tick","prices":{"__proto__":"5"},"seq":5}'],
  ['prices as a list', '{"at":1000,"kind":"tick","prices":[],"seq":5}'],
  ['an exponent', '{"at":1e3,"kind":"tick","prices":{},"seq":5}'],
  ['no batch', `{"at":1000,"count":0,"first":1,"kind":"tickets","last":1,"root":"${H}","seq":5}`],
  [
    'batches the wrong way round',
    `{"at":1000,"count":1,"first":2,"kind":"tickets","last":1,"root":"${H}","seq":5}`,
  ],
  ['a short hash', `{"at":1000,"commit":"ab","day":"2026-11-21","kind":"day","seq":5}`],
  ['a hash in capitals', `{"at":1000,"commit":"${H.toUpperCase()}","day":"2026-11-21","kind":"day","seq":5}`],
  ['one level', `{"at":1000,"day":"2026-11-21","kind":"reveal","levels":{"1":["5"]},"seed":"${H}","seq":5}`],
  ['letters beyond ASCII', '{"at":1000,"kind":"é","prices":{},"seq":5}'],
])('%s is no entry', (_, body) => {
  expect(parseEntry(body)).toBeNull()
})

test('any text is answered, never thrown', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(parseEntry(text)).toBeNull()
    }),
  )
})

test('a whole chain is found good, and any part of it from its own start', () => {
  const chain = chained(ENTRIES)
  expect(checkChain(chain, GENESIS, sha256)).toEqual({ ok: true, entries: ENTRIES })
  expect(checkChain(chain.slice(3), (chain[2] as ChainedEntry).hash, sha256)).toMatchObject({ ok: true })
})

test('one changed letter anywhere is found', () => {
  const chain = chained(ENTRIES)
  fc.assert(
    fc.property(
      fc.nat(ENTRIES.length - 1),
      fc.nat(),
      fc.integer({ min: 32, max: 126 }),
      (which, where, letter) => {
        const given = chain[which] as ChainedEntry
        const at = where % given.body.length
        const body = given.body.slice(0, at) + String.fromCharCode(letter) + given.body.slice(at + 1)
        fc.pre(body !== given.body)
        const bent = chain.map((one, i) => (i === which ? { ...one, body } : one))
        expect(checkChain(bent, GENESIS, sha256).ok).toBe(false)
      },
    ),
  )
})

test.each([
  ['a missing entry', [0, 1, 3], 'wrong_seq', 2],
  ['entries swapped', [0, 2, 1], 'wrong_seq', 1],
  ['an entry twice', [0, 1, 1], 'wrong_seq', 2],
])('%s is found', (_, order, problem, index) => {
  const chain = chained(ENTRIES)
  const given = order.map((i) => chain[i] as ChainedEntry)
  expect(checkChain(given, GENESIS, sha256)).toEqual({ ok: false, problem, index })
})

test('time runs forward: no entry before another, no two ticks in one second', () => {
  const tick = { kind: 'tick', seq: 1, at: AT, prices: {} } as const
  const twice = chained([tick, { ...tick, seq: 2 }])
  const back = chained([tick, { kind: 'day', seq: 2, at: AT - 1, day: '2026-11-21', commit: H }])
  expect(checkChain(twice, GENESIS, sha256)).toEqual({ ok: false, problem: 'time_runs_back', index: 1 })
  expect(checkChain(back, GENESIS, sha256)).toEqual({ ok: false, problem: 'time_runs_back', index: 1 })
})

test('a chain from another start is found', () => {
  expect(checkChain(chained(ENTRIES), new Uint8Array(32).fill(1), sha256)).toEqual({
    ok: false,
    problem: 'wrong_hash',
    index: 0,
  })
})
