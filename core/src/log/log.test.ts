import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testCrypto, crypto } from '../receipts/nodeCrypto.testing.ts'
import { ENTRY_OF } from './entries.testing.ts'
import type { KeysEntry, LogEntry, YieldEntry } from './log.ts'
import { entryBody, entryLeaf, followsKeys, keysText, parseEntry } from './log.ts'
import { readEntryTexts } from './readEntries.ts'
import type { Ended } from './withdrawn.ts'
import { hexOf } from '../bytes.ts'

const H = 'ab'.repeat(32)
const OWED = { book: 'real', currency: 'USDT', amount: '1', root: H } as const
const AT = 1_795_219_200_000
const ENTRIES: LogEntry[] = [
  { kind: 'keys', seq: 1, at: AT, origin: 'log.example/tm', log: H, receipts: H, signature: H + H },
  { kind: 'day', seq: 2, at: AT, day: '2026-11-21', commit: H },
  { kind: 'tickets', seq: 3, at: AT, count: 2, first: 7, last: 8, root: H, model: 2 },
  { kind: 'receipts', seq: 4, at: AT, count: 1, first: 3, last: 3, root: H, model: 0 },
  { kind: 'tick', seq: 5, at: AT, prices: { '1': '6741250000000', '10': '2891400000' } },
  { kind: 'reveal', seq: 6, at: AT, day: '2026-11-20', seed: H, levels: { '1': ['-120000000000', '0'] } },
  { kind: 'tick', seq: 7, at: AT + 1000, prices: {} },
  { kind: 'release', seq: 8, at: AT + 2000, verifier: H, script: H },
  { kind: 'trades', seq: 9, at: AT + 3000, count: 2, first: 1, last: 2, root: H },
  {
    kind: 'yield',
    seq: 10,
    at: AT + 3000,
    day: '2026-11-20',
    first: 1,
    last: 0,
    trades: H,
    profit: '-5',
    carried: '-5',
    pool: '0',
    payouts: H,
    real: [1, '500', '0'],
    hostings: [3, 4],
    before: 0,
    held: { 1: { 1: '100', 4: '-5' } },
    moving: [{ number: 4, from: 2, to: 1, currency: 4, amount: '9' }],
    taken: [{ at: AT, next: 1, usdt: { 1: '4' } }],
    simulated: [0, '0', '0'],
  },
  { kind: 'actions', seq: 11, at: AT + 3000, count: 12, head: H },
  {
    kind: 'audited',
    seq: 12,
    at: AT + 3000,
    size: 9,
    until: AT - 9000,
    whole: AT - 5000,
    balances: H,
    liabilities: [],
  },
]

const BODIES = ENTRIES.map(entryBody)

test('an entry has exactly one text', () => {
  expect(entryBody(ENTRIES[4] as LogEntry)).toBe(
    '{"at":1795219200000,"kind":"tick","prices":{"1":"6741250000000","10":"2891400000"},"seq":5}',
  )
  expect(hexOf(entryLeaf('L123456', crypto.sha256))).toBe(
    '395aa064aa4c29f7010acfe3f25db9485bbd4b91897b6ad7ad547639252b4d56',
  )
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
  ['a release without a hash', '{"at":1000,"kind":"release","script":"ab","seq":5,"verifier":""}'],
  ['no batch', `{"at":1000,"count":0,"first":1,"kind":"tickets","last":1,"model":2,"root":"${H}","seq":5}`],
  [
    'batches the wrong way round',
    `{"at":1000,"count":1,"first":2,"kind":"tickets","last":1,"model":2,"root":"${H}","seq":5}`,
  ],
  [
    'tickets without the oldest model that prices them',
    `{"at":1000,"count":1,"first":1,"kind":"tickets","last":1,"root":"${H}","seq":5}`,
  ],
  ['a short hash', `{"at":1000,"commit":"ab","day":"2026-11-21","kind":"day","seq":5}`],
  ['a hash in capitals', `{"at":1000,"commit":"${H.toUpperCase()}","day":"2026-11-21","kind":"day","seq":5}`],
  ['an origin with a blank', keysWith({ origin: 'log example' })],
  ['an origin with a plus', keysWith({ origin: 'log+example' })],
  ['no origin', keysWith({ origin: '' })],
  ['keys without a signature', keysWith({ signature: '' })],
  ['one level', `{"at":1000,"day":"2026-11-21","kind":"reveal","levels":{"1":["5"]},"seed":"${H}","seq":5}`],
  ['no batch of trades', `{"at":1000,"count":0,"first":1,"kind":"trades","last":0,"root":"${H}","seq":5}`],
  ['a yield of lines from 0 on', yieldWith({ first: 0, last: 0 })],
  ['a yield with its lines the wrong way round', yieldWith({ first: 5, last: 3 })],
  ['a yield with a profit of minus nothing', yieldWith({ profit: '-0' })],
  ['a yield with a profit in words', yieldWith({ profit: 'much' })],
  ['a yield with a pool below zero', yieldWith({ pool: '-1' })],
  ['a yield with a sum beyond 64 bits', yieldWith({ real: [1, '9223372036854775808', '0'] })],
  ['a yield with two figures for a book', yieldWith({ real: [1, '5'] as never })],
  ['a yield that follows an entry below zero', yieldWith({ before: -1 })],
  ['a yield with a venue that has a name', yieldWith({ held: { Aster: { 1: '5' } } })],
  ['a yield that holds half a unit', yieldWith({ held: { 1: { 1: '0.5' } } })],
  ['a yield of a month', yieldWith({ day: '2026-11' })],
  ['letters beyond ASCII', '{"at":1000,"kind":"é","prices":{},"seq":5}'],
])('%s is no entry', (_, body) => {
  expect(parseEntry(body)).toBeNull()
})

const { rules } = ENTRY_OF.rules
const REVERTED: Ended = { promise: 9_007_199_254_740_991, end: 'returned', tx: `0x${'ab'.repeat(32)}` }
const endsTo = (last: number) =>
  Array.from({ length: last }, (_, i): Ended => ({ ...REVERTED, promise: i + 1 }))
const [MOVING, TAKEN] = [ENTRY_OF.yield.moving[0], ENTRY_OF.yield.taken[0]]

test.each<[kind: LogEntry['kind'], within: object, beyond: object]>([
  ['tick', { at: 8_640_000_000_000_000 }, { at: 8_640_000_000_001_000 }],
  ['tick', { prices: { 999999: '1' } }, { prices: { 1000000: '1' } }],
  ['tick', { prices: { 1: '9223372036854775807' } }, { prices: { 0: '1' } }],
  ['tickets', { count: 1, first: 0, last: 0 }, { count: 0, first: 0, last: 0 }],
  ['hostings', { first: 8, last: 8 }, { first: 9, last: 8 }],
  ['withdrawals', { count: 1, first: 8, last: 8 }, { count: 0, first: 8, last: 8 }],
  ['reveal', { levels: { 1: ['-999999999999999', '0'] } }, { levels: { 1: ['-1000000000000000', '0'] } }],
  ['reveal', { levels: { 1: ['1', '-1'] } }, { levels: { 1: ['1', '-0'] } }],
  ['keys', { origin: '~'.repeat(200) }, { origin: '~'.repeat(201) }],
  ['rules', { rules: { ...rules, marginPpm: 0 } }, { rules: { ...rules, marginPpm: 1_000_000 } }],
  ['rules', { rules: { ...rules, chancesPpm: [1, 999_999] } }, { rules: { ...rules, chancesPpm: [0, 1] } }],
  ['rules', { rules: { ...rules, chancesPpm: [] } }, { rules: { ...rules, chancesPpm: [1_000_000] } }],
  ['rules', { rules: { ...rules, durations: [[60, 5]] } }, { rules: { ...rules, durations: [[60, 5, 5]] } }],
  ['rules', { rules: { ...rules, name: 'a'.repeat(40) } }, { rules: { ...rules, name: 'a'.repeat(41) } }],
  [
    'rules',
    { rules: { ...rules, chancesPpm: Array.from({ length: 100 }, () => 5) } },
    { rules: { ...rules, chancesPpm: Array.from({ length: 101 }, () => 5) } },
  ],
  ['model', { deviations: { 1: [1, 50_000] } }, { deviations: { 1: [1, 50_001] } }],
  ['model', { deviations: { 1: [999_999_999_999, 0] } }, { deviations: { 1: [1_000_000_000_000, 0] } }],
  ['model', { deviations: {} }, { deviations: { 1: [0, 0] } }],
  ['record', { orders: 0, withdrawals: 0 }, { orders: -1 }],
  ['yield', { first: 1, last: 0 }, { first: 0, last: 0 }],
  ['yield', { hostings: [9, 8] }, { hostings: [9, 7] }],
  ['yield', { before: 0 }, { before: -1 }],
  ['yield', { held: { 5: { 7: '-1' } } }, { held: { 0: { 7: '1' } } }],
  ['yield', { moving: [] }, { moving: [{ ...MOVING, number: 0 }] }],
  ['yield', { moving: [MOVING] }, { moving: [{ ...MOVING, at: 1 }] }],
  ['yield', { taken: [TAKEN] }, { taken: [{ ...TAKEN, open: 0 }] }],
  ['yield', { profit: '-9223372036854775807' }, { profit: '-9223372036854775808' }],
  ['product', { exitFeePpm: 0 }, { mid: 0 }],
  ['product', { version: 2 }, { version: 0 }],
  ['product', { days: 1 }, { days: 0 }],
  ['product', { upperPpm: 1 }, { upperPpm: 0 }],
  ['actions', { count: 1 }, { count: 0 }],
  ['audited', { liabilities: [OWED] }, { liabilities: [{ ...OWED, amount: '0' }] }],
  ['audited', { liabilities: [] }, { liabilities: {} }],
  ['audited', { liabilities: [OWED, { ...OWED, currency: 'USDU' }] }, { liabilities: [OWED, OWED] }],
  ['audited', { size: 1 }, { size: 0 }],
  ['audited', { until: 0 }, { until: -1 }],
  ['audited', { whole: 8_640_000_000_000_000 }, { whole: 8_640_000_000_000_001 }],
  ['withdrawn', { first: 1 }, { first: 0 }],
  ['withdrawn', { ends: endsTo(300) }, { ends: endsTo(301) }],
  ['withdrawn', { ends: endsTo(1) }, { ends: [] }],
  ['withdrawn', { ends: [...endsTo(2)] }, { ends: endsTo(2).toReversed() }],
  ['withdrawn', { ends: [{ ...REVERTED, tx: '' }] }, { ends: [{ ...REVERTED, end: 'paid', tx: '' }] }],
  ['withdrawn', { ends: [REVERTED] }, { ends: [{ ...REVERTED, end: 'refused' }] }],
  ['withdrawn', { ends: [REVERTED] }, { ends: [{ ...REVERTED, end: 'cancelled' }] }],
  ['withdrawn', { ends: [REVERTED] }, { ends: [REVERTED, REVERTED] }],
])('an entry of kind %s is accepted up to its bounds and no further', (kind, within, beyond) => {
  const read = (change: object) => parseEntry(entryBody({ ...ENTRY_OF[kind], ...change }))
  expect(read(within)).toMatchObject(within)
  expect(read({ ...within, ...beyond })).toBeNull()
})

test('parsing never throws, whatever the text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(parseEntry(text)).toBeNull()
    }),
  )
})

function keysWith(change: Partial<KeysEntry>): string {
  return entryBody({ ...(ENTRIES[0] as KeysEntry), ...change })
}

function yieldWith(change: Partial<YieldEntry>): string {
  return entryBody({ ...ENTRY_OF.yield, ...change })
}

test('entries are read in order, also a part from its own start', () => {
  expect(readEntryTexts(BODIES, 1)).toEqual({ ok: true, entries: ENTRIES })
  expect(readEntryTexts(BODIES.slice(3), 4)).toEqual({ ok: true, entries: ENTRIES.slice(3) })
})

test.each([
  ['a missing entry', [0, 1, 3], 'wrong_seq', 2],
  ['entries swapped', [0, 2, 1], 'wrong_seq', 1],
  ['an entry twice', [0, 1, 1], 'wrong_seq', 2],
  ['another start', [1, 2, 3], 'wrong_seq', 0],
])('%s is reported', (_, order, problem, index) => {
  const given = order.map((i) => BODIES[i] as string)
  expect(readEntryTexts(given, 1)).toEqual({ ok: false, problem, index })
})

test('a text that is no entry is reported', () => {
  expect(readEntryTexts(BODIES.with(2, '{}'), 1)).toEqual({ ok: false, problem: 'not_an_entry', index: 2 })
})

test('time never runs back, and no two ticks share a second', () => {
  const tick = { kind: 'tick', seq: 1, at: AT, prices: {} } as const
  const twice = [entryBody(tick), entryBody({ ...tick, seq: 2 })]
  const back = [entryBody(tick), entryBody({ kind: 'day', seq: 2, at: AT - 1, day: '2026-11-21', commit: H })]
  expect(readEntryTexts(twice, 1)).toEqual({ ok: false, problem: 'time_runs_back', index: 1 })
  expect(readEntryTexts(back, 1)).toEqual({ ok: false, problem: 'time_runs_back', index: 1 })
})

const [first, second] = [testCrypto(1), testCrypto(2)]

function signedKeys(by: typeof first, keys: typeof first.keys, more: Partial<KeysEntry> = {}): KeysEntry {
  const entry = { kind: 'keys', seq: 1, at: AT, ...keys, ...more } as const
  return { ...entry, signature: hexOf(by.sign('log', keysText(entry))) }
}

test('keys form a chain: the log key in force signs the next one', () => {
  const start = signedKeys(first, first.keys)
  const next = signedKeys(first, second.keys, { seq: 9 })
  expect(followsKeys(null, start, crypto)).toBe(true)
  expect(followsKeys(start, next, crypto)).toBe(true)
  expect(followsKeys(next, signedKeys(second, first.keys, { seq: 12 }), crypto)).toBe(true)
})

test.each<[string, KeysEntry | null, KeysEntry]>([
  ['first keys signed by others', null, signedKeys(second, first.keys)],
  ['keys that vouch for themselves', signedKeys(first, first.keys), signedKeys(second, second.keys)],
  [
    'keys under another origin',
    signedKeys(first, first.keys),
    signedKeys(first, second.keys, { origin: 'other.example/tm' }),
  ],
  ['keys changed after they were signed', null, { ...signedKeys(first, first.keys), receipts: H }],
  ['keys moved to another place', null, { ...signedKeys(first, first.keys), seq: 2 }],
])('%s do not follow', (_, before, entry) => {
  expect(followsKeys(before, entry, crypto)).toBe(false)
})
