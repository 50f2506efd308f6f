import { ENTRY_OF } from '@tickmark/core/log/entries.testing'
import { entryBody, entryLeaf, type LogEntry } from '@tickmark/core/log/log'
import { hashTree } from '@tickmark/core/log/tree/merkle'
import { refusalBody } from '@tickmark/core/receipts/refusal'
import { auditLog } from '../../market/log/auditLog.ts'
import { unloggedTooLong } from '../../orders/audit/auditLateStore.ts'
import { auditRefusals } from '../../orders/audit/auditRefusals.ts'
import { leafHashOf } from '../../orders/receipts/signedBatches.ts'
import { sha256 } from '../../platform/sha256.ts'
import { bytes, id, type Row } from './edges.testing.ts'
import { testLies, type Audited, type Lie } from './lies.testing.ts'

const AT = 1_795_219_200_000
const hex = (given: Uint8Array) => Buffer.from(given).toString('hex')

function row(entry: LogEntry): Row {
  const body = entryBody(entry)
  return { seq: entry.seq, kind: entry.kind, at: entry.at, body, leaf: `\\x${hex(entryLeaf(body, sha256))}` }
}
const { model, tick, tickets, record } = ENTRY_OF
const ENTRIES: LogEntry[] = [
  { ...model, seq: 1, at: AT },
  { ...tick, seq: 2, at: AT },
  { ...tickets, seq: 3, at: AT, model: 0 },
  { ...tick, seq: 4, at: AT + 1_000 },
  { ...record, seq: 5, at: AT + 1_000 },
]

/** A change of one entry's text, which everything in its row follows. */
function rewritten(seq: number, more: Partial<LogEntry>): string {
  const { kind, at, body, leaf } = row({ ...ENTRIES[seq - 1], ...more } as LogEntry)
  return `drop index log_entry_tick_at; update log_entry set kind = '${String(kind)}', at = ${String(at)}, body = '${String(body)}', leaf = '${String(leaf)}' where seq = ${seq}`
}
const unlike = (seq: number) => [`entries: log entry ${seq}`]

const log: Audited = {
  of: 'entries of the log',
  tables: { log_entry: ENTRIES.map(row), log_tile: [], log_checkpoint: [] },
  ask: async (tx) => (await auditLog(tx)).map(({ rule, where }) => `${rule}: ${where}`),
  lies: [
    ['time runs back', rewritten(5, { at: AT + 999 }), unlike(5)],
    ['a second has two ticks', rewritten(4, { at: AT }), unlike(4)],
    ['a text has another number', rewritten(4, { seq: 5 }), unlike(4)],
    ['a text is none of an entry', `update log_entry set body = body || ' ' where seq = 2`, unlike(2)],
    ['an entry is gone', 'delete from log_entry where seq = 3', unlike(4)],
    ['the first entry is gone', 'delete from log_entry where seq = 1', unlike(2)],
    ['an entry is elsewhere', 'update log_entry set seq = 6 where seq = 5', unlike(6)],
    ...[`kind = 'keys'`, 'at = at + 1'].map((set): Lie => [
      `a row has another ${set}`,
      `update log_entry set ${set} where seq = 5`,
      unlike(5),
    ]),
    [
      'a leaf is another',
      `update log_entry set leaf = sha256('x') where seq = 4`,
      ['leaf = entry: log entry 4'],
    ],
    ['tickets name another model', rewritten(3, { model: 1 }), ['oldest model: log entry 3']],
    [
      'the log has a tile too many',
      `insert into log_tile (level, n, root, data) values (0, 0, sha256('x'), repeat('x', 8192)::bytea)`,
      ['tiles = log: log_tile'],
    ],
    [
      'a head is signed by nobody',
      `insert into log_checkpoint (size, at, root, note, kept) values (2, ${AT}, sha256('x'), 'x', false)`,
      ['checkpoint = log: checkpoint of 2'],
    ],
  ],
}

const CONSENT = 'ab'.repeat(32)
const NAMES = [
  [1, 11],
  [2, 11],
  [3, 12],
  [4, null],
] as const
const leafOf = (number: number) => {
  const refusal = {
    v: 1,
    kind: 'refusal',
    number,
    asked: id(number),
    order: id(number),
    code: 'some_code',
    at: AT,
  } as const
  return leafHashOf(refusalBody({ ...refusal, consent: CONSENT }))
}
const REFUSALS: Row[] = NAMES.map(([number, log_seq]) => ({
  number,
  order_id: id(number),
  asked: id(number),
  code: 'some_code',
  facts: '{}',
  at_ms: AT,
  signature: bytes(64),
  leaf: `\\x${hex(leafOf(number))}`,
  log_seq,
}))
const refusalsOf = (seq: number, numbers: number[], count = numbers.length): Row => {
  const root = hex(hashTree(numbers.map(leafOf), sha256).root)
  const [first = 0, last = 0] = [numbers[0], numbers.at(-1)]
  return row({ kind: 'refusals', seq, at: AT, count, first, last, root })
}

const refusals: Audited = {
  of: 'refusals in the log',
  tables: {
    log_entry: [refusalsOf(11, [1, 2]), refusalsOf(12, [3])],
    order_refusal: REFUSALS,
    order_consent: NAMES.map(([number]) => ({
      order_id: id(number),
      asked: id(number),
      book: 0,
      nonce: number,
      hash: `\\x${CONSENT}`,
      signature: bytes(64),
      refused: true,
    })),
    placed_order: [],
    hosting_order: [],
  },
  ask: async (tx) => [
    ...(await auditRefusals(tx, null)).map(({ rule, where }) => `${rule}: ${where}`),
    ...(await auditRefusals(tx, { atMs: 0, logSize: 11, carried: {} })).map(({ where }) => `step ${where}`),
  ],
  lies: [
    ...[`code = 'other_code'`, 'at_ms = at_ms + 1', `leaf = sha256('x')`].map((set): Lie => [
      `a refusal has another ${set}`,
      `update order_refusal set ${set} where number = 1`,
      ['leaf = refusal: refusal 1', ...(set.startsWith('leaf') ? ['entry = refusals: log entry 11'] : [])],
    ]),
    [
      'a consent is another',
      `update order_consent set hash = sha256('x') where order_id = '${id(3)}'`,
      ['leaf = refusal: refusal 3', 'step refusal 3'],
    ],
    [
      'an entry lacks a refusal',
      'update order_refusal set log_seq = 12 where number = 2',
      ['entry = refusals: log entry 11', 'entry = refusals: log entry 12', 'step log entry 12'],
    ],
    [
      'an entry has none',
      'update order_refusal set log_seq = null where number = 3',
      ['entry = refusals: log entry 12', 'step log entry 12'],
    ],
    [
      'a refusal is said to be before the first entry',
      'update order_refusal set log_seq = 0 where number = 4',
      ['entry = refusals: refusal 4', 'step refusal 4'],
    ],
    [
      'an entry counts more',
      `update log_entry set body = replace(body, '"count":2', '"count":3') where seq = 11`,
      ['entry = refusals: log entry 11'],
    ],
  ],
}

const LAST = AT + 1_000_000
const LATE = LAST - 300_000
const batch = (nth: number, log_seq: number | null = null): Row => ({
  id: nth,
  signature: bytes(64),
  log_seq,
})
const posted = (cause: number, nth: number, ...ids: number[]): Row => ({
  cause,
  batch: nth,
  part: 0,
  ids: ids.map(id),
  accounts: ids,
  of_users: ids,
  of_bankrolls: ids,
})
const ended = (nth: number, settled_at_ms: number, due_at_ms = LATE): Row => ({
  id: id(nth),
  outcome: 4,
  due_at_ms,
  settled_at_ms,
})
const refused = (nth: number, at_ms: number, log_seq: number | null = null): Row => ({
  ...REFUSALS[nth - 1],
  at_ms,
  log_seq,
})

const unlogged: Audited = {
  of: 'batches and refusals that the log takes',
  tables: {
    log_entry: [row({ ...tick, seq: 9, at: LAST })],
    // The third of each kind is logged; the tickets of the fourth were all refused.
    ticket_batch: [batch(1), batch(2), batch(3, 5), batch(4)],
    receipt_batch: [batch(1), batch(2), batch(3, 6), batch(5)],
    order_posting: [
      ...[1, 2].flatMap((cause) => [posted(cause, 1, 1, 2), posted(cause, 2, 3), posted(cause, 3, 4)]),
      posted(2, 5, 5),
    ],
    placed_order: [LATE, LAST, LATE + 1, 1, 1].map((accepted_at_ms) => ({ accepted_at_ms })),
    settled_order: [
      ended(1, LATE),
      ended(2, LAST + 300_000, 1),
      ended(3, LATE + 1, 1),
      ended(4, 1, 1),
      // After an outage of the log.
      ended(5, LAST + 900_000),
    ],
    order_refusal: [refused(1, LATE), refused(2, LAST + 900_000), refused(3, 1, 7)],
  },
  ask: async (tx) =>
    (await unloggedTooLong(tx)).map(({ rule, where, expected }) => `${rule}: ${where}, ${expected}`),
  lies: [
    ...[1, 2].map((nth): Lie => [
      `the ticket of order ${nth} stays out`,
      `update placed_order set accepted_at_ms = ${LATE - 1} where id = '${id(nth)}'`,
      ['log = batches: batch 1, a tickets entry'],
    ]),
    ...[1, 2].map((nth): Lie => [
      `the result of order ${nth} stays out`,
      `update settled_order set settled_at_ms = ${LATE - 1} where id = '${id(nth)}'`,
      ['log = batches: batch 1, a receipts entry'],
    ]),
    [
      'a result is told from a time that has not come',
      `update settled_order set settled_at_ms = ${LAST + 300_001} where id = '${id(2)}'`,
      ['log = batches: batch 1, a receipts entry'],
    ],
    [
      'logged batches are forgotten',
      'update ticket_batch set log_seq = null; update receipt_batch set log_seq = null',
      ['log = batches: batch 3, a receipts entry', 'log = batches: batch 3, a tickets entry'],
    ],
    [
      'a refusal stays out',
      'update order_refusal set at_ms = at_ms - 1',
      ['log = refusals: refusal 1, a refusals entry'],
    ],
    [
      'a logged refusal is forgotten',
      'update order_refusal set log_seq = null',
      ['log = refusals: refusal 3, a refusals entry'],
    ],
    [
      'the log has gone on by a tick',
      `update log_entry set at = at + 1`,
      [
        'log = batches: batch 1, a receipts entry',
        'log = batches: batch 1, a tickets entry',
        'log = batches: batch 5, a receipts entry',
        'log = refusals: refusal 1, a refusals entry',
      ],
    ],
    ['the log has no tick', 'delete from log_entry', []],
  ],
}

testLies([log, refusals, unlogged])
