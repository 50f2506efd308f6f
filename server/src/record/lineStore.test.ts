import { ENTRY_OF } from '@tickmark/core/log/entries.testing'
import { LONGEST_ORDER_MS } from '@tickmark/core/orders/longestOrder'
import { REFUSAL_LAG_MS } from '@tickmark/core/record/refusedLine'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loggedRow, tickRow } from '../market/log/rows.testing.ts'
import { bytes, id, write } from '../app/audit/edges.testing.ts'
import { createTestDatabase, type TestDatabase } from '../db/database.testing.ts'
import { leastTimeId } from '../db/timeId.ts'
import { transact } from '../db/transact.ts'
import { withSearch } from './dayLines.ts'
import { loggedBatches, orderLines } from './lineStore.ts'
import { refusalLines } from './refusalLines.ts'
import { announcedIn, loggedRefusals } from './refusalStore.ts'

const DAY = 86_400_000
const FIRST = Date.UTC(2026, 10, 21)
const hex = (nth: number) => `\\x${String(nth).padStart(64, '0')}`

let own: TestDatabase
beforeAll(async () => {
  own = await createTestDatabase()
})
afterAll(() => own.close())
const db = () => own.database.db

const at = (nth: number, ms = 0) => FIRST + nth * DAY + ms

test('a day has what the log took from its first tick until before the next day’s', async () => {
  await write(db(), {
    log_entry: [tickRow(3, at(0) - 1), tickRow(5, at(0)), tickRow(8, at(1) - 1), tickRow(9, at(1))],
    receipt_batch: [3, 4, 8, 9, null].map((log_seq, nth) => ({
      id: nth + 1,
      count: 2 ** nth,
      root: hex(nth),
      leaves: bytes(32 * 2 ** nth),
      signature: bytes(64),
      log_seq,
    })),
  })
  expect(await loggedBatches(db(), { fromMs: at(0), toMs: at(1) })).toEqual({
    after: 3,
    last: 8,
    orders: 6,
  })
  expect(await loggedBatches(db(), { fromMs: at(0) - 1, toMs: at(0) })).toEqual({
    after: 0,
    last: 3,
    orders: 1,
  })
})

test('lines are in the order of the log, also of orders placed long before', async () => {
  const rows = [
    { batch: 2, index: 1, idMs: at(0) },
    { batch: 2, index: 0, idMs: at(0) - LONGEST_ORDER_MS - 600_000 },
    { batch: 1, index: 0, idMs: at(0) - LONGEST_ORDER_MS - 600_001, settledMs: 60_001 },
    { batch: 3, index: 0, idMs: at(0) - LONGEST_ORDER_MS - 600_001, settledMs: 60_000 },
    { batch: 4, index: 0, idMs: at(0) },
    { batch: 5, index: 0, idMs: at(0) },
  ].map((one, nth) => ({ settledMs: 0, ...one, id: leastTimeId(one.idMs).replace(/.$/, String(nth)) }))
  await write(db(), {
    receipt_batch: [8, 7, 8, 6, 9].map((log_seq, nth) => ({
      id: nth + 1,
      count: 2,
      root: hex(nth),
      leaves: hex(10 * nth + 10) + hex(10 * nth + 11).slice(2),
      signature: bytes(64),
      log_seq,
    })),
    placed_order: rows.map((one, nth) => ({
      id: one.id,
      key: id(nth + 1),
      ticket: hex(100 + nth),
      due_at_ms: at(0),
      duration_id: 110,
      currency: 1,
      direction: 0,
      stake: 100,
      fee: 5,
    })),
    settled_order: rows.map((one, nth) => ({
      id: one.id,
      user_id: 1,
      due_at_ms: at(0),
      settled_at_ms: at(0) + one.settledMs,
      outcome: nth === 0 ? 1 : 4,
      net: nth === 0 ? 80 : 0,
      receipt_batch: one.batch,
      receipt_index: one.index,
      ...(nth === 0 && {
        entry_seq: 11,
        entry_price: 1,
        entry_at_ms: 1,
        exit_seq: 12,
        exit_price: 2,
        exit_at_ms: 2,
      }),
    })),
  })
  const lines = (usual: boolean) =>
    transact(db(), async (tx) => {
      const found = []
      for await (const page of orderLines(
        tx,
        { after: 6, last: 8, orders: 0 },
        { fromMs: at(0), toMs: at(1) },
        usual,
      ))
        found.push(...page)
      return found
    })
  const found = await lines(false)
  expect(found.map((one) => [one.logged, one.batch, Number(one.receipt), Number(one.ticket)])).toEqual([
    [7, 2, 20, 101],
    [7, 2, 21, 100],
    [8, 1, 10, 102],
    [8, 3, 30, 103],
  ])
  expect(found[1]).toMatchObject({
    outcome: 'won',
    net: '80',
    stake: '100',
    payout: '185',
    entrySeq: 11,
    exitSeq: 12,
    duration: 60,
    currency: 'USDT',
    due: at(0),
  })
  expect(found[0]).toMatchObject({ outcome: 'void', net: '0', payout: '105', entrySeq: 0, exitSeq: 0 })
  // The usual search finds those placed hardly before, and those that were settled late.
  expect((await lines(true)).map((one) => Number(one.ticket))).toEqual([101, 100, 102])
  const tried: boolean[] = []
  await expect(
    withSearch((usual) => {
      tried.push(usual)
      return Promise.reject(new Error('another failure'))
    }),
  ).rejects.toThrow('another failure')
  expect(tried).toEqual([true])
})

test('a refusal is in the record a day after the log had it, in the order of the log', async () => {
  const logSeqs = [8, 8, 5, 4, 9, null]
  await write(db(), {
    log_entry: [tickRow(4, at(0) - 1), tickRow(6, at(0)), tickRow(8, at(1) - 1), tickRow(9, at(1))],
    order_consent: logSeqs.map((_, nth) => ({
      order_id: id(nth),
      asked: id(nth),
      nonce: nth + 1,
      book: 0,
      closes: false,
      refused: true,
      signature: bytes(64),
      text: `text ${nth}`,
    })),
    order_refusal: logSeqs.map((log_seq, nth) => ({
      number: 20 - nth,
      order_id: id(nth),
      asked: id(nth),
      code: 'price_moved',
      facts: '{}',
      signature: bytes(64),
      leaf: hex(nth),
      log_seq,
    })),
  })
  const span = { fromMs: at(0), toMs: at(1) }
  const rows = []
  for await (const page of loggedRefusals(db(), span)) rows.push(...page)
  expect(rows.map((one) => [Number(one.log_seq), Number(one.number), one.text])).toEqual([
    [5, 18, 'text 2'],
    [8, 19, 'text 1'],
    [8, 20, 'text 0'],
  ])
  const lines = []
  for await (const page of refusalLines(db(), {
    fromMs: at(0) + REFUSAL_LAG_MS,
    toMs: at(1) + REFUSAL_LAG_MS,
  }))
    lines.push(...page)
  expect(lines).toEqual(
    [
      [2, 5],
      [1, 8],
      [0, 8],
    ].map(([leaf, seq]) => ({ kind: 'refusal', refusal: String(leaf).padStart(64, '0'), logged: seq })),
  )
})

test('a refused order is judged by the models from the day before its span on, and by all rules', async () => {
  const model = (seq: number, ms: number) => loggedRow({ ...ENTRY_OF.model, seq, at: ms })
  await write(db(), {
    log_entry: [
      loggedRow({ ...ENTRY_OF.rules, seq: 2, at: 5 }),
      model(3, at(0) - 1),
      model(4, at(0)),
      model(5, at(2) - 1),
      model(6, at(2)),
      loggedRow({ ...ENTRY_OF.rules, seq: 7, at: at(9) }),
    ],
  })
  const { models, rules } = await announcedIn(db(), { fromMs: at(1, 20_000), toMs: at(2) })
  expect([models.map((one) => one.seq), rules.map((one) => one.seq)]).toEqual([
    [4, 5],
    [2, 7],
  ])
  const earlier = await announcedIn(db(), { fromMs: at(1, 19_999), toMs: at(2) })
  expect(earlier.models.map((one) => one.seq)).toEqual([3, 4, 5])
})
