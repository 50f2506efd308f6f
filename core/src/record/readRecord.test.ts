import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { asciiBytes, hexOf } from '../bytes.ts'
import { hashTree, merkleRoot } from '../log/tree/merkle.ts'
import { crypto } from '../receipts/nodeCrypto.testing.ts'
import { isEntryOfDay, isRecordOf, type LoggedResults } from './readRecord.ts'
import { isLineOf } from './ownLine.ts'
import { totalOf } from './recordFigures.ts'
import { lineText, type OrderLine } from './recordLine.ts'
import {
  readLines,
  readTexts,
  resultsOf,
  shownRefusals,
  shownResults,
  toyLine,
  toyLines,
  toyRefused,
} from './toyRecord.testing.ts'
import { linesIn } from './linesIn.ts'

const { sha256 } = crypto
function loggedOf(lines: readonly OrderLine[]): LoggedResults[] {
  return resultsOf(lines, sha256).map(({ seq, count, first, last, root }) => ({
    seq,
    count,
    first,
    last,
    root,
  }))
}

const WITHDRAWALS = [5_000, 9_000].map(
  (ms) => ({ kind: 'withdrawal', currency: 'USDT', network: 2, ms }) as const,
)

/** Refusals of two log entries; the second has no terms. */
const REFUSALS = [
  toyRefused(),
  { kind: 'refusal', refusal: '55'.repeat(32), logged: 600 } as const,
  toyRefused({ refusal: '66'.repeat(32), logged: 601, outcome: 'lost' }),
]

test('the root is the lines’ Merkle root, and orders, refusals and withdrawals are counted separately', () => {
  const lines = [...toyLines(20, sha256), ...REFUSALS, ...WITHDRAWALS]
  const read = readLines(lines, sha256)
  const root = merkleRoot(
    lines.map((one) => asciiBytes(lineText(one))),
    sha256,
  )
  expect([read.orders, read.withdrawals, read.root, read.problem]).toEqual([20, 2, hexOf(root), null])
  expect([read.figures.refusals, read.figures.real.refused.orders]).toEqual([3, 2])
  expect([read.figures.real, read.figures.simulated].map((book) => totalOf(book)?.orders)).toEqual([16, 4])
  expect(read.figures.withdrawals).toEqual({ count: 2, medianMs: 5_000, slowestMs: 9_000 })
  expect(readLines([], sha256).root).toBe(hexOf(sha256(new Uint8Array(0))))
})

test('the lines of a day reproduce each of its `receipts` entries, batch by batch', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60 }), (count) => {
      const lines = toyLines(count, sha256)
      const logged = loggedOf(lines)
      expect(shownResults(lines, sha256)).toEqual(logged)
    }),
    { numRuns: 20 },
  )
})

test('the refusals of a day reproduce each of its `refusals` entries, and a changed list does not', () => {
  const rootOf = (hashes: string[]) =>
    hexOf(
      hashTree(
        hashes.map((one) => Buffer.from(one.repeat(32), 'hex')),
        sha256,
      ).root,
    )
  const logged = [
    { seq: 600, count: 2, root: rootOf(['44', '55']) },
    { seq: 601, count: 1, root: rootOf(['66']) },
  ]
  expect(shownRefusals(REFUSALS, sha256)).toEqual(logged)
  const [first, second, third] = REFUSALS as [
    (typeof REFUSALS)[0],
    (typeof REFUSALS)[0],
    (typeof REFUSALS)[0],
  ]
  for (const lie of [
    [],
    [first, second],
    [second, third],
    [second, first, third],
    [first, first, second, third],
    [first, { ...second, logged: 601 }, third],
  ])
    expect(shownRefusals(lie, sha256)).not.toEqual(logged)
})

/** Falsifications of a day before its record is logged; the results are already in the log. */
const LIES: [string, (lines: OrderLine[]) => OrderLine[]][] = [
  ['drops the order that won most', (lines) => lines.filter((_, i) => i !== 3)],
  ['drops a whole batch', (lines) => lines.filter((one) => one.batch !== 257)],
  ['drops all results of a second', (lines) => lines.filter((one) => one.logged !== 910)],
  ['drops everything', () => []],
  ['adds an order that lost', (lines) => [...lines, toyLine({ batch: 999, logged: 990, outcome: 'lost' })]],
  [
    'adds one to a batch',
    (lines) => [...lines.slice(0, 2), toyLine({ ...lines[1], receipt: '33'.repeat(32) }), ...lines.slice(2)],
  ],
  ['tells an order twice', (lines) => [...lines.slice(0, 3), ...lines.slice(2)]],
  [
    'moves an order to another batch',
    (lines) => lines.map((one, i) => (i === 2 ? { ...one, batch: 257 } : one)),
  ],
]

test.each(LIES)('a house that %s is exposed by the log’s own roots', (_what, lie) => {
  const lines = toyLines(24, sha256)
  const logged = loggedOf(lines)
  expect(shownResults(lines, sha256)).toEqual(logged)
  expect(shownResults(lie(lines), sha256)).not.toEqual(logged)
})

test('a file that differs from the logged one has another root', () => {
  const lines = toyLines(24, sha256)
  const entry = readLines(lines, sha256)
  expect(isRecordOf(readLines(lines, sha256), entry)).toBe(true)
  for (const [, lie] of LIES) expect(isRecordOf(readLines(lie(lines), sha256), entry)).toBe(false)
  for (const change of [{ orders: 23 }, { withdrawals: 1 }, { root: entry.root.replace(/^./, 'x') }])
    expect(isRecordOf({ ...entry, ...change }, entry), JSON.stringify(change)).toBe(false)
})

test('a line is that of a receipt only with all of its fields and none besides the log entry', () => {
  const line = toyLine()
  const { logged: _, ...own } = line
  expect(isLineOf(line, own)).toBe(true)
  expect(isLineOf({ ...line, logged: 1 }, own)).toBe(true)
  for (const [name, value] of Object.entries(own))
    expect(
      isLineOf({ ...line, [name]: typeof value === 'number' ? value + 1 : `${value}0` }, own),
      name,
    ).toBe(false)
  expect(isLineOf({ ...line, more: 1 } as OrderLine, own)).toBe(false)
})

test('an entry is the record of its own day only, and only after that day', () => {
  const day = '2026-11-21'
  const end = Date.parse('2026-11-22T00:00:00Z')
  const entry = {
    kind: 'record',
    seq: 9,
    at: end,
    day,
    orders: 0,
    withdrawals: 0,
    root: 'ab',
    rules: 0,
  } as const
  expect(isEntryOfDay(entry, day)).toBe(true)
  expect(isEntryOfDay({ ...entry, at: end - 1 }, day)).toBe(false)
  expect(isEntryOfDay({ ...entry, at: end + 86_400_000 }, '2026-11-22')).toBe(false)
  expect(isEntryOfDay({ ...entry, day: '2026-13-01' }, '2026-13-01')).toBe(false)
  expect(isEntryOfDay({ kind: 'tick', seq: 9, at: end, prices: {} }, day)).toBe(false)
  expect(isEntryOfDay(undefined, day)).toBe(false)
})

test.each<[string, string[], string]>([
  ['text', [lineText(toyLine()), 'abc'], 'not_a_line'],
  ['a line with a blank', [`${lineText(toyLine())} `], 'not_a_line'],
  ['a line with a field more', [lineText(toyLine()).replace('"batch"', '"a":1,"batch"')], 'not_a_line'],
  ['a byte beyond ASCII', ['\u00e9'], 'not_a_line'],
  ['an order after a refusal', [toyRefused(), toyLine()].map(lineText), 'wrong_order'],
  ['a refusal after a withdrawal', [...WITHDRAWALS, toyRefused()].map(lineText), 'wrong_order'],
  [
    'a refusal after a single withdrawal',
    [...WITHDRAWALS.slice(1), toyRefused()].map(lineText),
    'wrong_order',
  ],
  [
    'an earlier entry after a later one',
    [toyLine({ batch: 9, logged: 950 }), toyLine({ batch: 10, logged: 949 })].map(lineText),
    'wrong_order',
  ],
  ['an earlier refusal after a later one', [...REFUSALS.slice(2), toyRefused()].map(lineText), 'wrong_order'],
  ['an order after a withdrawal', [...WITHDRAWALS, toyLine()].map(lineText), 'wrong_order'],
  [
    'an earlier batch after a later one',
    [toyLine({ batch: 9 }), toyLine({ batch: 8 })].map(lineText),
    'wrong_order',
  ],
  [
    'a ticket with two results, in other batches and seconds',
    [toyLine(), toyLine({ batch: 300, logged: 950, outcome: 'lost', receipt: '33'.repeat(32) })].map(
      lineText,
    ),
    'told_twice',
  ],
  ['a win that pays less', [lineText(toyLine({ payout: '19100000000', net: '9100000000' }))], 'unsound'],
  [
    'a loss that is told as a win',
    [lineText({ ...toyLine({ outcome: 'lost' }), outcome: 'won' })],
    'unsound',
  ],
  [
    'a bid above the payout',
    [lineText(toyLine({ outcome: 'closed', net: '9300000000', payout: '19300000000' }))],
    'unsound',
  ],
  ['a void order with a price', [lineText({ ...toyLine({ outcome: 'void' }), exitSeq: 5 })], 'unsound'],
])('%s makes a record faulty', (_what, texts, problem) => {
  expect(readTexts(texts, sha256).problem).toEqual({ line: texts.length === 1 ? 1 : texts.length, problem })
})

test('a streamed file has the same lines, however it is chunked', async () => {
  const text = `${toyLines(5, sha256).map(lineText).join('\n')}\n`
  for (const size of [1, 7, 500, 9_000]) {
    const lines: string[] = []
    for await (const line of linesIn(inPieces(asciiBytes(text), size))) lines.push(line)
    expect(`${lines.join('\n')}\n`).toBe(text)
  }
})

test.each<[string, string[], string[]]>([
  ['a last line without its end', ['ab\nc', 'd'], ['ab', 'cd']],
  ['an empty file', [], []],
  ['a line of the greatest length', ['x'.repeat(4_096), '\ny\n'], ['x'.repeat(4_096), 'y']],
  ['a longer line, which is cut', ['x'.repeat(4_097), '\ny\n'], ['x'.repeat(4_096), '', 'y']],
])('%s is streamed as its lines', async (_, pieces, expected) => {
  const lines: string[] = []
  async function* stream() {
    for (const piece of pieces) yield asciiBytes(piece)
  }
  for await (const line of linesIn(stream())) lines.push(line)
  expect(lines).toEqual(expected)
})

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
