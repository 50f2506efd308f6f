import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allConditions, bytes, columnTypes, ofLength, refusals, type Row } from './conditions.testing.ts'
import { RANGES, VALUES } from './ranges.testing.ts'
import { createTestDatabase, type TestDatabase } from './database.testing.ts'

let own: TestDatabase
beforeAll(async () => {
  own = await createTestDatabase()
})
afterAll(() => own.close())

const DAY = 86_400_000
const UUID = '00000000-0000-4000-8000-000000000000'
const OTHER = '00000000-0000-4000-8000-000000000001'
const sha256 = (text: string) => `\\x${createHash('sha256').update(text).digest('hex')}`
const without = (row: Row, ...columns: string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !columns.includes(column)))

/** Columns that every row of a table needs, because a condition counts what is null. */
const SEALED = { key_number: 1, wrapped_key: bytes(1), sealed: bytes(1) }
const GREEN = { findings: 0, log_size: 5, until_ms: 1, whole_ms: 1, balances: bytes(32), liabilities: [] }
const SILENT = { log_size: null, until_ms: null, whole_ms: null, balances: null, liabilities: null }
const BASES: Record<string, Row> = {
  audit_run: GREEN,
  loan: { next_at_ms: 1 },
  loan_application: SEALED,
  uploaded_file: { owner_user: 1 },
}

const TOLD = { size: 5, filled: 5, quote: 1, fee: 0, told_at_ms: 1, state: 0 }
const CANDLE = { open: 5, close: 6, low: 5, high: 6 }
const CLOSED_DAY = {
  day: 10,
  previous: 9,
  carried_before: -5,
  last_before: 1,
  last: 1,
  hosted_before: 2,
  hosted_last: 2,
  profit: 12,
  earned: 7,
  carried: 0,
  pool: 3,
  real_paid: 3,
  simulated_paid: 0,
  closed_at_ms: 11 * DAY,
}
const FIRST_DAY = {
  ...CLOSED_DAY,
  previous: null,
  carried_before: 0,
  last_before: 0,
  hosted_before: 0,
  profit: 7,
}
const WRONG_SUMS = [
  { previous: 8 },
  { last: 0 },
  { hosted_last: 1 },
  { earned: 6 },
  { carried: -1 },
  { pool: 4 },
]
const WRONG_PAYOUTS = [{ real_paid: 4 }, { real_paid: -1 }, { simulated_paid: 4 }, { simulated_paid: -1 }]
const HOSTED = {
  placed_at_ms: 5 * DAY,
  shares_from_ms: 6 * DAY,
  days: 7,
  expires_at_ms: 13 * DAY,
  principal: 100001e6,
  exit_fee_ppm: 5e3,
}
const EXPIRED = { ...HOSTED, how: 'expiry', ended_at_ms: 13 * DAY, fee: 0 }
const LEFT = { ...HOSTED, how: 'exit', ended_at_ms: 5 * DAY, fee: 500_000_000, exit_number: 1 }
const DECIDED = { state: 1, decided_at_ms: 1, decided_by: 'x' }
const REJECTED = { ...DECIDED, state: 2, ending: 'rejected', reason: 'why not' }
const GONE = { state: 2, decided_at_ms: 1, ending: 'withdrawn' }
const CLEARED = { cleared_at_ms: 2, key_number: null, wrapped_key: null, sealed: null }
const FIRED = { fired_at_ms: 1, fired_price: 5, fired_seq: 2, set_seq: 1, side: 0, level: 5 }
const APPROVED = {
  decision: 'approved',
  asked_by: 'a',
  decided_by: 'b',
  asked_ms: 1,
  expires_ms: 9,
  decided_ms: 1,
}
const ENTRY = { entry_seq: 1, entry_price: 1, entry_at_ms: 1 }
const EXIT = { exit_seq: 1, exit_price: 1, exit_at_ms: 1 }
const ENDED = { outcome: 1, ...ENTRY, ...EXIT }
const PAID = { state: 6, txid: 't', block: 1, fee: 0, gas: 0 }
const payouts = (orders: number, amounts: number): Row => ({
  orders: Array.from({ length: orders }, () => UUID),
  amounts: Array.from({ length: amounts }, () => 0),
})
const BATCH = { count: 2, leaves: bytes(64) }
const WRONG_BATCHES = [32, 96].map((length) => ({ ...BATCH, leaves: bytes(length) }))

/** Conditions on several columns. */
const ROWS: Record<string, { yes: Row[]; no: Row[] }> = {
  account: {
    yes: [1041, 1045, 1054, 1553, 18, 29].map((id) => ({ id })).concat([{ id: 1041 }, { id: 18 }]),
    no: [
      ...[1042, 17, 21, 30, 16, 1040, 31, 1025].map((id) => ({ id })),
      ...[
        { at_stake: 5, may_win: 0 },
        { at_stake: 0, may_win: 5 },
      ].map((more) => ({ id: 19, ...more })),
    ],
  },
  arbitrage_engine: {
    yes: [{}],
    no: [{ stopped: 1 }, { stopped_at_ms: 1 }],
  },
  arbitrage_move: { yes: [{ from_venue: 1, to_venue: 2 }], no: [{ from_venue: 2, to_venue: 2 }] },
  arbitrage_order: {
    yes: [
      {},
      TOLD,
      ...[4, 1].map((filled) => ({ ...TOLD, filled, state: 1 })),
      ...[2, 3].map((state) => ({ ...TOLD, filled: 0, state })),
    ],
    no: [
      ...[{ filled: 4 }, { quote: -1 }, { fee: -1 }].map((wrong) => ({ ...TOLD, ...wrong })),
      ...[5, 0].map((filled) => ({ ...TOLD, filled, state: 1 })),
      ...[5, 3, -1, 6].map((filled) => ({ ...TOLD, filled, state: 3 })),
      ...[4, -1].map((state) => ({ ...TOLD, filled: 0, state })),
      ...['filled', 'quote', 'fee', 'told_at_ms'].map((column) => without(TOLD, column)),
      ...['filled', 'quote', 'fee', 'told_at_ms'].map((column) => ({ [column]: 1 })),
    ],
  },
  audit_run: {
    yes: [
      { began_ms: 5, ended_ms: 5 },
      { ...SILENT, findings: 0 },
      { ...SILENT, findings: 1 },
    ],
    no: [
      { began_ms: 5, ended_ms: 4 },
      { findings: 1 },
      ...Object.keys(SILENT).map((column) => ({ [column]: null })),
    ],
  },
  authenticator: { yes: [{ confirmed_at: 1, off_at: 2 }, { confirmed_at: 1 }], no: [{ off_at: 2 }] },
  candle: {
    yes: [CANDLE, { ...CANDLE, open: 6, close: 5 }],
    no: [
      ...[{ low: 6 }, { high: 5 }].map((wrong) => ({ ...CANDLE, ...wrong })),
      { open: 6, close: 5, low: 6, high: 6 },
      { open: 7, close: 5, low: 5, high: 6 },
    ],
  },
  chat_message: {
    yes: [
      { text: '', files: [UUID] },
      { from_user: true, operator_name: '' },
      { from_user: false, operator: '0x1', operator_name: 'KQWZ' },
      { delivered_at_ms: 1, read_at_ms: 2 },
    ],
    no: [
      { text: '', files: [] },
      { from_user: true, operator: '0x1', operator_name: '' },
      { from_user: true, operator_name: 'KQWZ' },
      { from_user: false, operator_name: 'KQWZ' },
      { from_user: false, operator: '0x1', operator_name: '' },
      { read_at_ms: 2 },
    ],
  },
  content_item: {
    yes: [
      ...['news', 'reply'].map((kind) => ({ kind })),
      ...['notice', 'text'].map((kind) => ({ kind, type: 1 })),
      { kind: 'answer', area: 'start' },
      { state: 'draft' },
      ...['published', 'withdrawn'].map((state) => ({ state, publish_at: 1 })),
    ],
    no: [
      ...['other', 'answer', 'notice', 'text'].map((kind) => ({ kind })),
      ...['news', 'reply'].flatMap((kind) => [
        { kind, area: 'start' },
        { kind, type: 1 },
      ]),
      ...['published', 'withdrawn'].map((state) => ({ state })),
      { state: 'other', publish_at: 1 },
    ],
  },
  content_revision: {
    yes: [{ clean: 'x', hash: sha256('x') }],
    no: [{ clean: 'y', hash: sha256('x') }],
  },
  deposit: {
    yes: [
      ...[0, 2].map((state) => ({ state, amount: 5 })),
      ...[1, 3].flatMap((state) => [0, 5].map((posted) => ({ state, posted, amount: 5 }))),
    ],
    no: [
      ...[1, 3].map((state) => ({ state, amount: 5 })),
      ...[0, 2].map((state) => ({ state, posted: 5, amount: 5 })),
      ...[6, -1].map((posted) => ({ state: 1, posted, amount: 5 })),
    ],
  },
  hosting_day: {
    yes: [
      CLOSED_DAY,
      FIRST_DAY,
      { ...CLOSED_DAY, profit: 3, earned: 0, carried: -2, pool: 0, real_paid: 0 },
      { ...CLOSED_DAY, real_paid: 0, simulated_paid: 3 },
    ],
    no: [
      ...[...WRONG_SUMS, ...WRONG_PAYOUTS, { closed_at_ms: 11 * DAY - 1 }].map((wrong) => ({
        ...CLOSED_DAY,
        ...wrong,
      })),
      ...[{ carried_before: -1, profit: 8 }, { last_before: 1 }, { hosted_before: 1 }].map((wrong) => ({
        ...FIRST_DAY,
        ...wrong,
      })),
    ],
  },
  hosting_order: {
    yes: [
      HOSTED,
      { ...HOSTED, placed_at_ms: 6 * DAY - 1 },
      EXPIRED,
      LEFT,
      { ...LEFT, ended_at_ms: 13 * DAY - 1 },
    ],
    no: [
      { ...HOSTED, placed_at_ms: 6 * DAY },
      { ...HOSTED, placed_at_ms: 5 * DAY - 1 },
      { ...HOSTED, expires_at_ms: 13 * DAY + 1 },
      ...[{ ended_at_ms: 13 * DAY }, { fee: 0 }, { how: 'expiry' }].map((half) => ({ ...HOSTED, ...half })),
      { ...HOSTED, exit_number: 1 },
      { ...EXPIRED, how: 'other' },
      ...[{ ended_at_ms: 13 * DAY - 1 }, { fee: 1 }, { exit_number: 1 }].map((wrong) => ({
        ...EXPIRED,
        ...wrong,
      })),
      ...[
        { ended_at_ms: 5 * DAY - 1 },
        { ended_at_ms: 13 * DAY },
        { exit_number: null },
        { fee: 500000001 },
        { fee: 501e6 },
        { fee: 499e6 },
      ].map((wrong) => ({ ...LEFT, ...wrong })),
    ],
  },
  hosting_payout_part: {
    yes: [1, 64].map((length) => payouts(length, length)),
    no: [payouts(0, 0), payouts(65, 65), payouts(2, 1), payouts(1, 2), { ...payouts(1, 1), amounts: [-1] }],
  },
  hosting_product: {
    yes: [{ least: 1_000_000, most: 1_000_000 }],
    no: [
      { least: 2_000_000, most: 1_000_000 },
      { least: 1_000_000, most: 1_500_000 },
    ],
  },
  loan: {
    yes: [
      { fee_at_ms: 1 },
      { fee_at_ms: 1, fee_paid_at_ms: 1 },
      { ended_at_ms: 1, next_at_ms: null },
      { ended_at_ms: 3, next_at_ms: null, fee_at_ms: 1, fee_paid_at_ms: 1 },
    ],
    no: [
      { next_at_ms: null },
      { ended_at_ms: 1 },
      { ended_at_ms: 3, next_at_ms: null, fee_at_ms: 1 },
      { fee_paid_at_ms: 1 },
      { fee_at_ms: 2, fee_paid_at_ms: 1 },
    ],
  },
  loan_application: {
    yes: [
      { state: 0 },
      DECIDED,
      { ...DECIDED, state: 3 },
      REJECTED,
      { ...REJECTED, ending: 'resubmit', reason: null, rule: 'r' },
      GONE,
      { ...GONE, ending: 'lapsed' },
      { ...GONE, ...CLEARED },
    ],
    no: [
      ...[4, -1].map((state) => ({ state, decided_at_ms: 1 })),
      { ...GONE, ending: null },
      { ...DECIDED, ending: 'lapsed' },
      { ...GONE, ending: 'other' },
      { state: 0, decided_at_ms: 1 },
      { ...DECIDED, decided_at_ms: null },
      { ...REJECTED, rule: 'r' },
      { ...REJECTED, reason: null },
      { ...GONE, rule: 'r' },
      ...[DECIDED, { ...DECIDED, state: 3 }, REJECTED].map((row) => ({ ...row, decided_by: null })),
      { state: 0, decided_by: 'x' },
      { ...GONE, decided_by: 'x' },
      ...Object.keys(SEALED).map((column) => ({ state: 0, [column]: null })),
      { ...GONE, cleared_at_ms: 2 },
      { ...GONE, ...CLEARED, sealed: bytes(1) },
      { ...DECIDED, ...CLEARED },
    ],
  },
  loan_instalment: {
    yes: [{ told: 0 }, { told: 5, warned_at_ms: 1 }],
    no: [{ told: -1 }, { told: 6 }, { told: 5 }, { told: 4, warned_at_ms: 1 }],
  },
  loan_picture: {
    yes: [{ bytes: 1, sealed: bytes(29) }],
    no: [28, 30].map((length) => ({ bytes: 1, sealed: bytes(length) })),
  },
  loan_repayment: {
    yes: [
      [0, 0],
      [1, 1],
      [3, 12],
    ].map(([first, last]) => ({ first, last })),
    no: [
      [0, 1],
      [2, 1],
      [-1, 1],
      [-1, -1],
      [1, 13],
    ].map(([first, last]) => ({ first, last })),
  },
  operator: {
    yes: [
      { address: 'a', suspended_by: 'b', suspended_ms: 1, revoked_by: 'b', revoked_ms: 1 },
      { address: 'a', invited_by: 'b', invited_with: 'c' },
      { address: 'a', invited_by: 'b' },
    ],
    no: [
      ...['suspended', 'revoked'].flatMap((what) => [
        { address: 'a', [`${what}_by`]: 'a', [`${what}_ms`]: 1 },
        { address: 'a', [`${what}_by`]: 'b' },
        { address: 'a', [`${what}_ms`]: 1 },
      ]),
      { address: 'a', invited_by: 'a' },
      { invited_with: 'c' },
      { invited_by: 'b', invited_with: 'b' },
    ],
  },
  operator_code: { yes: [{}], no: [{ secret: bytes(40) }, { since_ms: 1 }] },
  operator_session: {
    yes: [{}, { challenge: 'c', challenge_ms: 1 }],
    no: [{ challenge: 'c' }, { challenge_ms: 1 }],
  },
  order_consent: {
    yes: [
      { closes: true, order_id: UUID, asked: OTHER },
      { closes: false, order_id: UUID, asked: UUID },
    ],
    no: [{ closes: false, order_id: UUID, asked: OTHER }],
  },
  settled_order: {
    yes: [
      ...[1, 2, 3, 4].map((outcome) => ({ ...ENDED, outcome })),
      { ...ENDED, outcome: 5, bid: 1 },
      ...[ENTRY, EXIT, {}].flatMap((prices) => [
        { ...prices, outcome: 4 },
        { ...prices, outcome: 5, bid: 1 },
      ]),
    ],
    no: [
      ...[0, 6].map((outcome) => ({ ...ENDED, outcome })),
      ...[1, 2, 3, 4].map((outcome) => ({ ...ENDED, outcome, bid: 1 })),
      { ...ENDED, outcome: 5 },
      ...[1, 2, 3].flatMap((outcome) => [ENTRY, EXIT, {}].map((prices) => ({ ...prices, outcome }))),
      ...Object.keys({ ...ENTRY, ...EXIT }).map((column) => without({ ...ENDED, outcome: 4 }, column)),
    ],
  },
  price_alert: {
    yes: [{}, FIRED, { ...FIRED, side: 1 }, { ...FIRED, fired_price: 6 }],
    no: [
      { ...FIRED, fired_price: 4 },
      { ...FIRED, fired_price: 6, side: 1 },
      { ...FIRED, set_seq: 2 },
      ...['fired_at_ms', 'fired_price', 'fired_seq'].map((column) => without(FIRED, column)),
    ],
  },
  proposal: {
    yes: [
      { payload: '{}', payload_hash: sha256('{}') },
      { asked_ms: 1, expires_ms: 3_600_001 },
    ],
    no: [
      { payload: '{}', payload_hash: sha256('[]') },
      { asked_ms: 1, expires_ms: 3_600_000 },
      { asked_ms: 1, expires_ms: 3_600_002 },
    ],
  },
  proposal_decision: {
    yes: [
      APPROVED,
      { ...APPROVED, decided_ms: 8 },
      { ...APPROVED, decision: 'refused', reason: 'no!' },
      { ...APPROVED, decision: 'withdrawn', decided_by: 'a', reason: 'no!' },
    ],
    no: [
      ...[{ decided_ms: 0 }, { decided_ms: 9 }, { decided_by: 'a' }].map((wrong) => ({
        ...APPROVED,
        ...wrong,
      })),
      { ...APPROVED, decision: 'refused', decided_by: 'a', reason: 'no!' },
      { ...APPROVED, decision: 'withdrawn', reason: 'no!' },
      { ...APPROVED, decision: 'refused' },
      { ...APPROVED, decision: 'withdrawn', decided_by: 'a' },
      { ...APPROVED, decision: 'other', reason: 'no!' },
    ],
  },
  receipt_batch: { yes: [BATCH], no: WRONG_BATCHES },
  rules_version: {
    yes: [{ asked_by: 'a', approved_by: 'b' }],
    no: [{ asked_by: 'a', approved_by: 'a' }],
  },
  security_hold: {
    yes: [2, 1 + 3 * DAY].map((until) => ({ at: 1, until })),
    no: [1, 2 + 3 * DAY].map((until) => ({ at: 1, until })),
  },
  swap: {
    yes: [
      { given: 7, source_rate: 3, target_rate: 2, received: 10 },
      { source: 1, target: 2 },
    ],
    no: [9, 11]
      .map((received) => ({ given: 7, source_rate: 3, target_rate: 2, received }))
      .concat([{ source: 1, target: 1 } as never]),
  },
  thread: {
    yes: [
      { subject: 'general' },
      ...'order deposit withdrawal swap loan hosting'
        .split(' ')
        .map((subject) => ({ subject, subject_id: UUID })),
      { messages: 1, waiting_since_ms: 1 },
    ],
    no: [
      { subject: 'general', subject_id: UUID },
      { subject: 'order' },
      { subject: 'other', subject_id: UUID },
      { messages: 0, waiting_since_ms: 1 },
    ],
  },
  ticket_batch: { yes: [BATCH], no: WRONG_BATCHES },
  // Ids are owner x 1024 + book x 512 + currency x 16 + kind: 1041 is what user 1 has to spend of USDT, 22 its inventory.
  transfer: {
    yes: [
      [9, 1041, 22],
      [9, 1553, 534],
      [11, 528, 531],
      [12, 23, 1041],
      [13, 1041, 20],
      [5, 16, 24],
      [14, 24, 16],
      [20, 19, 22],
      [7, 1041, 1045],
    ].map(([cause, from_id, to_id]) => ({ cause, from_id, to_id })),
    no: [
      [9, 1041, 1041], // no such flow
      [1, 1041, 18], // follows from the order's row
      [19, 541, 1553], // follows from the row of the paid day
      [11, 16, 19], // growth of the real book, opening money and resets of it
      [3, 16, 1041],
      [4, 16, 1041],
      [4, 1041, 16],
      [12, 535, 1553], // a loan, a late fee and a pool of the simulated book
      [13, 1553, 532],
      [5, 528, 535],
      [5, 528, 536], // venues of the simulated book
      [5, 528, 540],
      [14, 536, 528],
      [15, 540, 528],
      [20, 531, 534], // house money of the simulated book
      [9, 1041, 1046], // a user's inventory, the house's spendable money, an account below zero
      [9, 17, 22],
      [9, -1002, 1041],
      [9, 1041, -1002],
      [7, 1041, 2069], // one user's money to another's hold
      [9, 1041, 534], // two books, two currencies, no currency
      [9, 1041, 38],
      [9, 1025, 6],
    ].map(([cause, from_id, to_id]) => ({ cause, from_id, to_id })),
  },
  uploaded_file: {
    yes: [
      { owner_user: null, owner_operator: 'a', bound: true, is_public: true },
      { bound: true, is_public: false },
      { bytes: 1, content: bytes(1) },
    ],
    no: [
      { owner_user: null },
      { owner_operator: 'a' },
      { owner_user: null, owner_operator: 'a', bound: false, is_public: true },
      { bound: true, is_public: true },
      ...[0, 2].map((length) => ({ bytes: length, content: bytes(1) })),
    ],
  },
  user_limit: { yes: [{ pending_from_ms: 1 }], no: [{ pending_value: 1 }] },
  users: {
    yes: [
      { id: 1, invited_by: 2 },
      { wallet_type: 1, address: `0x${'aB'.repeat(20)}` },
      { wallet_type: 2, address: `T${'1zA'.repeat(11)}` },
    ],
    no: [
      { id: 1, invited_by: 1 },
      ...[39, 41].map((length) => ({ wallet_type: 1, address: `0x${'a'.repeat(length)}` })),
      { wallet_type: 1, address: `T${'1zA'.repeat(11)}` },
      { wallet_type: 2, address: `0x${'aB'.repeat(20)}` },
      ...[32, 34].map((length) => ({ wallet_type: 2, address: `T${'a'.repeat(length)}` })),
      ...['0', 'O', 'I', 'l'].map((letter) => ({ wallet_type: 2, address: `T${'a'.repeat(32)}${letter}` })),
    ],
  },
  withdrawal: {
    yes: [
      { gas_price: 0, gas_currency: 1, currency: 1 },
      { gas_price: 5, gas_currency: 3, currency: 1 },
      { fee: 5, fee_cap: 5 },
      PAID,
    ],
    no: [
      { gas_price: 0, gas_currency: 3, currency: 1 },
      { gas_price: 5, gas_currency: 1, currency: 1 },
      { gas_price: -1, gas_currency: 3, currency: 1 },
      { fee: 6, fee_cap: 5 },
      ...['txid', 'block', 'fee', 'gas'].map((column) => without(PAID, column)),
    ],
  },
  withdrawal_promise: {
    yes: [{}, { log_seq: 1 }, { log_seq: 1, end_seq: 2, end_number: 1 }],
    no: [
      { end_seq: 2 },
      { log_seq: 1, end_seq: 2 },
      { log_seq: 1, end_number: 1 },
      { end_seq: 2, end_number: 1 },
      // An end comes after its promise.
      { log_seq: 2, end_seq: 2, end_number: 1 },
      { log_seq: 3, end_seq: 2, end_number: 1 },
    ],
  },
  withdrawal_vote: {
    yes: [{ approves: true }, { approves: false, reason: 'r' }],
    no: [{ approves: true, reason: 'r' }, { approves: false }],
  },
}

interface Cases {
  yes: Row[]
  no: Row[]
}

/** All rows by table. */
async function casesOf(): Promise<Map<string, Cases>> {
  const types = await columnTypes(own.database.db)
  const cases = new Map<string, Cases>()
  const add = (table: string, yes: Row[], no: Row[]) => {
    const of = cases.get(table) ?? { yes: [], no: [] }
    cases.set(table, of)
    const whole = (row: Row) => ({ ...BASES[table], ...row })
    of.yes.push(...yes.map(whole))
    of.no.push(...no.map(whole))
  }
  for (const line of RANGES.trim().split('\n')) {
    const [, table = '', length, column = '', least = '', most = '', more = '{}'] =
      /^\s*(\w+)\.(#?)(\w+) (-?\d*)\.\.(\d*)\s*(\{.*\})?$/.exec(line) ?? []
    expect(types.has(`${table}.${column}`), line).toBe(true)
    const row = (value: bigint) => ({
      ...(JSON.parse(more) as Row),
      [column]: length ? ofLength(types.get(`${table}.${column}`), Number(value)) : String(value),
    })
    const ends = [least, most].filter((end) => end !== '').map(BigInt)
    const beyond = [
      ...(least === '' ? [] : [BigInt(least) - 1n]),
      ...(most === '' ? [] : [BigInt(most) + 1n]),
    ]
    add(table, ends.map(row), beyond.map(row))
  }
  for (const [place, { yes, no, with: more }] of Object.entries(VALUES)) {
    const [table = '', column = ''] = place.split('.')
    const row = (value: unknown) => ({ ...more, [column]: value })
    add(table, yes.map(row), no.map(row))
  }
  for (const [table, { yes, no }] of Object.entries(ROWS)) add(table, yes, no)
  return cases
}

test('each condition of a table alone refuses values one step beyond it, and accepts those within', async () => {
  const { db } = own.database
  const refusing = new Set<string>()
  const wrong: string[] = []
  for (const [table, { yes, no }] of await casesOf()) {
    const found = await refusals(db, table, [...yes, ...no])
    for (const [at, names] of found.entries()) {
      for (const name of names) refusing.add(`${table}.${name}`)
      if (names.length === (at < yes.length ? 0 : 1)) continue
      const row = JSON.stringify([...yes, ...no][at]).slice(0, 200)
      wrong.push(`${table} ${row}: ${names.join(', ') || 'accepted'}`)
    }
  }
  expect(wrong).toEqual([])
  // A new condition needs its rows here.
  expect([...refusing].toSorted()).toEqual((await allConditions(db)).toSorted())
})
