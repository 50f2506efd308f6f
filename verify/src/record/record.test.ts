import type { LogEntry } from '@tickmark/core/log/log'
import { lineOfReceipt } from '@tickmark/core/record/ownLine'
import { lineText, type OrderLine } from '@tickmark/core/record/recordLine'
import { testCrypto } from '@tickmark/core/receipts/nodeCrypto.testing'
import { playExchange } from '@tickmark/core/receipts/toyExchange.testing'
import { readLines, readTexts, toyLine } from '@tickmark/core/record/toyRecord.testing'
import { expect, test } from 'vitest'
import { nodeCrypto } from '../crypto/nodeCrypto.ts'
import { checkRecordOf, type RecordReport } from './record.ts'
import { houseWith, KEYS } from '../toyHouse.testing.ts'

const DAY = '2026-11-21'
const END_MS = Date.parse('2026-11-22T00:00:00Z')
const { root } = readTexts([], nodeCrypto.sha256)

const recordAt = (seq: number, at: number): LogEntry => {
  return { kind: 'record', seq, at, day: DAY, orders: 0, withdrawals: 0, root, rules: 0 }
}
const tickAt = (seq: number, at: number): LogEntry => ({ kind: 'tick', seq, at, prices: {} })

/** A day without orders: a tick, the record, and later entries. */
const logOf = (recordMs: number, after: LogEntry[]) => [
  tickAt(1, END_MS - 3_600_000),
  recordAt(2, recordMs),
  ...after,
]

function check(entries: LogEntry[], full: boolean, seq = 2) {
  const house = houseWith(entries, { days: [{ day: DAY, seq }] })
  return checkRecordOf(house, { day: DAY, keys: KEYS, full, fromStart: false, receipt: null }, nodeCrypto)
}

test('the record of a day holds when it was logged once, after the day', async () => {
  const honest = logOf(END_MS, [tickAt(3, END_MS + 1_000)])
  expect(await check(honest, false)).toMatchObject({ problem: null, size: 3 })
  expect(await check(honest, true)).toMatchObject({ problem: null, full: { entries: 3, isComplete: true } })
})

test('a record logged before its day was over is rejected', async () => {
  await expect(check(logOf(END_MS - 1, []), false)).rejects.toThrow(
    /not a record of 2026-11-21, made after it/,
  )
})

test.each([
  ['before', 3],
  ['after', 2],
])('--full detects a second record of a day %s the listed one', async (_where, seq) => {
  const twice = logOf(END_MS, [recordAt(3, END_MS + 1_000), tickAt(4, END_MS + 2_000)])
  expect(await check(twice, true, seq)).toMatchObject({ problem: 'second_record' })
})

test('a ticket with two results is detected, even if the log has both', async () => {
  const lines = [toyLine(), toyLine({ logged: 950, outcome: 'lost', receipt: '33'.repeat(32) })]
  const { orders, root: made } = readLines(lines, nodeCrypto.sha256)
  const entry = { ...recordAt(1, END_MS), orders, root: made } as LogEntry
  const house = houseWith([entry], { days: [{ day: DAY, seq: 1 }], lines: lines.map(lineText) })
  const asked = { day: DAY, keys: KEYS, full: false, fromStart: false, receipt: null }
  expect(await checkRecordOf(house, asked, nodeCrypto)).toMatchObject({ problem: 'told_twice', line: 2 })
})

const lent = testCrypto(71)
const [own, other] = playExchange(lent, 4).map(({ receipt }) => receipt)

/** The line of the receipt's order, with changes. */
function ownLine(change: Partial<OrderLine> = {}): OrderLine[] {
  return own ? [{ ...lineOfReceipt(own, nodeCrypto.sha256), logged: 1, ...change }] : []
}

test.each<[what: string, says: RecordReport['own'], lines: OrderLine[]]>([
  ['as in its receipt', 'told', ownLine()],
  ['before the orders of others', 'told', [...ownLine(), toyLine()]],
  [
    'with another result, before the orders of others',
    'differs',
    [...ownLine({ receipt: 'ef'.repeat(32) }), toyLine()],
  ],
  ['with another result', 'differs', ownLine({ receipt: 'ef'.repeat(32) })],
  ['in another batch', 'differs', ownLine({ batch: 99_999 })],
  ['not at all', 'missing', []],
])('of a record that has the reader’s order %s, the check says: %s', async (_, says, lines) => {
  const { orders, root: made } = readLines(lines, nodeCrypto.sha256)
  const house = houseWith([{ ...recordAt(1, END_MS), orders, root: made } as LogEntry], {
    days: [{ day: DAY, seq: 1 }],
    lines: lines.map(lineText),
  })
  const asked = {
    day: DAY,
    keys: KEYS,
    full: false,
    fromStart: false,
    receipt: JSON.stringify({ receipt: own }),
  }
  const report = await checkRecordOf(house, asked, nodeCrypto)
  expect([report.own, report.problem]).toEqual([says, says === 'told' ? null : 'own_order'])
})

test('--full detects a missing order, too, where the log and the record are of one mind', async () => {
  const house = houseWith(logOf(END_MS, [tickAt(3, END_MS + 1_000)]), { days: [{ day: DAY, seq: 2 }] })
  const asked = { day: DAY, keys: KEYS, full: true, fromStart: false, receipt: JSON.stringify(other) }
  expect(await checkRecordOf(house, asked, nodeCrypto)).toMatchObject({
    problem: 'own_order',
    own: 'missing',
    full: { isComplete: true },
  })
})
