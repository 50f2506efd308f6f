import { KINDS } from '@tickmark/core/ledger/accounts'
import { CANCELLED_BY_OWNER, WITHDRAWAL_STATES } from '@tickmark/core/wallet/withdrawals'
import { sql } from 'kysely'
import { paidOut } from '../chains/auditStore.ts'
import { lastReset } from '../ledger/store.ts'
import { lateOrders, voidOrders } from '../orders/console/outageStore.ts'
import { readCandles } from '../market/store.ts'
import { storeCheckpoint } from '../market/log/treeStore.ts'
import { refusalsAfter } from '../orders/auditRefusalStore.ts'
import { isAccepted } from '../orders/consent/consentStore.ts'
import { forgottenWithdrawals, loggedDays, readFigures } from '../record/store.ts'
import { openHolds, proposedHolds } from '../withdrawals/console/holdStore.ts'
import { deleteIfOff, spendStep } from '../withdrawals/protection/protectionStore.ts'
import { listDue, withdrawnSince, withdrawnUnasked } from '../withdrawals/withdrawal/store.ts'
import { securityHoldInForce } from '../withdrawals/approval/voteStore.ts'
import { bytes, type Edge, id, inTx, left, NOW, type Row, testEdges } from './edges.testing.ts'

const WITHDRAWN = {
  amount: 7,
  gas_price: 0,
  requested_at: NOW + 1,
  state: 2,
  reason: null,
  needs_approval: false,
}
const withdrawals = (...rows: Row[]) =>
  rows.map((row, at) => ({ ...WITHDRAWN, nonce: id(at + 1), place: at + 1, ...row }))
const { cancelled, rejected, dead } = WITHDRAWAL_STATES
const FINISHED = {
  status: 1,
  outcome: 4,
  net: 0,
  receipt_batch: 1,
  receipt_index: 0,
  book: 0,
  direction: 0,
  pid: 1,
}
const lateId = (number: number) => `0000000f-4240-7000-8000-${String(number).padStart(12, '0')}`
const HOLD = { case_id: 'C-1', at: NOW - 5, until: NOW + 1, takes_effect: true, reason: 'x' }

const EDGES: Edge[] = [
  [
    'the last reset is later than a time',
    {
      transfer: [NOW, NOW + 1, NOW + 2].map((at_ms, at) => ({
        from_id: 512 + 16 + KINDS.external,
        to_id: 1024 + 512 + 16 + KINDS.available,
        cause: 4,
        leg: 0,
        ref: id(at + 1),
        at_ms,
      })),
    },
    async (db) => [await lastReset(db, 1, NOW), await lastReset(db, 1, NOW + 2), await lastReset(db, 2, 0)],
    [NOW + 2, null, null],
  ],
  [
    'a reset that takes money is a reset, too, of its owner alone',
    {
      transfer: [
        {
          from_id: 1024 + 512 + 16 + KINDS.available,
          to_id: 512 + 16 + KINDS.external,
          cause: 4,
          leg: 0,
          ref: id(1),
          at_ms: NOW,
        },
      ],
    },
    async (db) => [await lastReset(db, 1, 0), await lastReset(db, 2, 0)],
    [NOW, null],
  ],
  [
    'payouts of the real book count after a time and up to another',
    {
      transfer: [NOW, NOW + 1, NOW + 2].map((at_ms, at) => ({
        from_id: 1024 + 16 + KINDS.hold,
        to_id: 16,
        cause: 8,
        leg: 0,
        ref: id(at + 1),
        at_ms,
        amount: 10 ** at,
      })),
    },
    async (db) => [
      (await paidOut(db, { afterMs: NOW, toMs: NOW + 2 })).get(1),
      (await paidOut(db, { toMs: NOW + 1 })).get(1),
    ],
    [110n, 11n],
  ],
  [
    'a day`s record has its own figures, and is listed once the log has it',
    {
      record_day: ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26'].map((day, at) => ({
        day,
        figures: `{"of": ${at}}`,
        log_seq: at === 3 ? null : at + 1,
      })),
    },
    async (db) => [
      await readFigures(db, '2026-11-24'),
      await readFigures(db, '2026-11-20'),
      (await loggedDays(db, 2)).map((one) => one.day),
    ],
    [{ of: 1 }, null, ['2026-11-25', '2026-11-24']],
  ],
  [
    'withdrawals that are final before a moment are in a record',
    {
      withdrawal: withdrawals(
        ...[NOW - 1, NOW - 1, NOW].map((state_at) => ({
          state: 6,
          state_at,
          txid: 't',
          block: 1,
          fee: 0,
          gas: 0,
        })),
      ),
      record_withdrawal: [{ withdrawal: id(1), day: '2026-11-25' }],
    },
    (db) => forgottenWithdrawals(db, NOW),
    [id(2)],
  ],
  [
    'what left after a time counts for the limit: without what was given back, but with what its owner cancelled unasked',
    {
      withdrawal: withdrawals(
        { requested_at: NOW },
        {},
        { state: rejected },
        { state: dead },
        { state: cancelled, reason: 'would_fail' },
        { amount: 10, state: cancelled, reason: CANCELLED_BY_OWNER },
        { amount: 100, state: cancelled, reason: CANCELLED_BY_OWNER, needs_approval: true },
        { amount: 1000, needs_approval: true },
        { amount: 10_000, user_id: 2 },
        { amount: 100_000, currency: 2, gas_currency: 2 },
      ),
    },
    async (db) => [await withdrawnSince(db, 1, 1, NOW), await withdrawnUnasked(db, 1, NOW)],
    [1017n, 10_007n],
  ],
  [
    'a waiting withdrawal is looked at when its time comes',
    {
      withdrawal: withdrawals(
        { retry_at: NOW, state: 0 },
        { retry_at: NOW + 1, state: 0 },
        { retry_at: NOW, state: 1 },
        { retry_at: NOW, state: 2 },
      ),
    },
    async (db) => (await listDue(db, NOW)).toSorted(),
    [id(1), id(3)],
  ],
  [
    'a hold is over at its end, of its user, and the one that ends last is shown',
    {
      security_hold: [
        { until: NOW },
        { case_id: 'C-2' },
        { case_id: 'C-3', until: NOW + 9 },
        { case_id: 'C-4', until: NOW + 99, takes_effect: false },
      ].map((row) => ({ ...HOLD, ...row })),
    },
    async (db) => [
      (await securityHoldInForce(db, 1, NOW))?.caseId,
      await securityHoldInForce(db, 1, NOW + 9),
      await securityHoldInForce(db, 2, NOW),
      (await proposedHolds(db, { endAfterMs: NOW, nowMs: NOW })).map((one) => [one.caseId, one.isInForce]),
      await openHolds(db, NOW),
    ],
    [
      'C-3',
      null,
      null,
      [
        ['C-4', false],
        ['C-3', true],
        ['C-2', true],
      ],
      { waiting: 3, oldestAtMs: NOW - 5 },
    ],
  ],
  [
    'a code is spent once, of an authenticator in force, which is off at its end',
    {
      authenticator: [
        { user_id: 1, secret: bytes(40), confirmed_at: 1, last_step: 5, off_at: NOW + 1 },
        { user_id: 2, secret: bytes(40) },
      ],
      recovery_code: [],
    },
    inTx(async (tx) => {
      const spent = [
        await spendStep(tx, 1, 5),
        await spendStep(tx, 1, 6),
        await spendStep(tx, 1, 6),
        await spendStep(tx, 2, 6),
      ]
      const count = async (nowMs: number) => {
        await deleteIfOff(tx, 1, nowMs)
        return (await sql`select from authenticator where user_id = 1`.execute(tx)).rows.length
      }
      return [spent, await count(NOW), await count(NOW + 1)]
    }),
    [[false, true, false, false], 1, 0],
  ],
  [
    'orders are void from a time on, and late by more than a minute',
    {
      orders: [
        ...[NOW - 1, NOW].map((due_at_ms) => ({ due_at_ms, settled_at_ms: due_at_ms })),
        ...[60_000, 60_001].map((late) => ({
          outcome: 2,
          entry_price: 1,
          due_at_ms: NOW + 500_000,
          settled_at_ms: NOW + 500_000 + late,
        })),
        { outcome: 2, due_at_ms: 1, settled_at_ms: NOW - 1 },
      ].map((row, at) => ({ ...FINISHED, id: lateId(at), key: id(at + 1), ...row })),
    },
    async (db) => [
      (await voidOrders(db, NOW)).map((one) => [one.fromMs, one.orders]),
      (await lateOrders(db, NOW)).map((one) => [one.fromMs, one.orders]),
    ],
    [[[NOW, 1]], [[NOW + 500_000, 1]]],
  ],
  [
    'whether a signed text was carried out is told of exactly that text',
    {
      order_consent: [
        { order_id: id(1), asked: id(1), refused: true },
        { order_id: id(1), asked: id(2), closes: true },
        { order_id: id(2), asked: id(2) },
      ].map((row, at) => ({ book: 0, nonce: at, signature: bytes(64), ...row })),
    },
    async (db) =>
      Promise.all(
        [
          [1, 1],
          [1, 2],
          [2, 2],
          [2, 1],
        ].map(([order = 0, asked = 0]) => isAccepted(db, { order: id(order), asked: id(asked) })),
      ),
    [false, true, true, false],
  ],
  [
    'the newest candles are read, in the order of time',
    {
      candle: [
        [60, 1],
        [60, 2],
        [60, 3],
        [604_800, 0],
      ].map(([period, opened_at]) => ({ pid: 1, period, opened_at, open: 5, high: 5, low: 5, close: 5 })),
    },
    async (db) => (await readCandles(db, new Map([[60, 2]]))).map((one) => one.openedAt),
    [2, 3],
  ],
  [
    'an entry of refusals is read with its rows, also when it has none',
    {
      log_entry: [7, 8, 9].map((seq) => ({ seq, kind: seq === 9 ? 'record' : 'refusals', body: `e${seq}` })),
      order_refusal: [
        {
          number: 1,
          order_id: id(1),
          asked: id(1),
          code: 'some_code',
          facts: '{}',
          signature: bytes(64),
          log_seq: 8,
        },
      ],
      order_consent: [{ order_id: id(1), asked: id(1), book: 0, signature: bytes(64) }],
    },
    async (db) => [
      (await refusalsAfter(db, 6)).map((one) => [one.seq, one.refusals.length]),
      (await refusalsAfter(db, 7)).length,
    ],
    [
      [
        [7, 0],
        [8, 1],
      ],
      1,
    ],
  ],
  [
    'a head of the log is stored once, and the first of a minute is kept',
    { log_checkpoint: [], log_entry: [1, 2, 3, 4].map((seq) => ({ seq, kind: 'record' })) },
    async (db) => {
      for (const [size, at, note] of [
        [1, 59_999, 'a'],
        [1, 59_999, 'b'],
        [2, 60_000, 'c'],
        [3, 119_999, 'd'],
        [4, 120_000, 'e'],
      ] as const)
        await storeCheckpoint(db, { size, at, root: Buffer.alloc(32), note })
      const { rows } = await sql<{
        note: string
      }>`select note from log_checkpoint where kept order by size`.execute(db)
      return [rows.map(({ note }) => note), (await left(db, 'log_checkpoint', 'note')).length]
    },
    [['a', 'c', 'e'], 4],
  ],
]

testEdges(EDGES)
