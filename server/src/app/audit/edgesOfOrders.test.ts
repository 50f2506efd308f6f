import { silentLog } from '../../platform/log.ts'
import { countOpenStakes } from '../../orders/countOpenStakes.ts'
import { recordEvents } from '../../module/events.testing.ts'
import type { TickListener } from '../../market/tickListeners.ts'
import type { Figures } from '../../market/charts/figures.ts'
import { openLedger } from '../../ledger/module.ts'
import type { Database, Db } from '../../db/pool.ts'
import { ONE } from '@tickmark/core/money/money'
import { KINDS } from '@tickmark/core/ledger/accounts'
import { CANCELLED_BY_OWNER, WITHDRAWAL_STATES } from '@tickmark/core/wallet/withdrawals'
import { sql } from 'kysely'
import { paidOut } from '../../chains/auditStore.ts'
import { forgetOldRequests } from '../../ledger/idempotency.ts'
import { bankrollFunds, countFundings, fundedWith, lastReset, treasuryMoves } from '../../ledger/store.ts'
import { lateOrders, voidOrders } from '../../orders/console/outageStore.ts'
import { readCandles } from '../../market/store.ts'
import { storeCheckpoint } from '../../market/log/treeStore.ts'
import { refusalsAfter } from '../../orders/audit/auditRefusalStore.ts'
import { leastTimeId } from '../../db/timeId.ts'
import { isAccepted } from '../../orders/consent/consentStore.ts'
import { openSums } from '../../orders/console/exposureStore.ts'
import { listOrders, sumOrders } from '../../orders/order/ownOrdersStore.ts'
import { neededSeconds, openStakes } from '../../orders/order/store.ts'
import { addObservations, readEdge } from '../../orders/placing/exposureStore.ts'
import { orderOfName } from '../../orders/sharing/sharingStore.ts'
import { waitingWithdrawals, withdrawalLines } from '../../record/lineStore.ts'
import { loggedDays, readFigures } from '../../record/store.ts'
import { countSwaps, listSwaps } from '../../swaps/store.ts'
import {
  askedWithdrawal,
  countedBefore,
  waitingForOperators,
} from '../../withdrawals/console/consoleStore.ts'
import { openHolds, proposedHolds } from '../../withdrawals/console/holdStore.ts'
import { countTry, deleteIfOff, spendStep } from '../../withdrawals/protection/protectionStore.ts'
import {
  hasDeadline,
  listDue,
  listGasPayable,
  listWithdrawals,
  withdrawnSince,
  withdrawnUnasked,
} from '../../withdrawals/withdrawal/store.ts'
import { HELD_MARK, securityHoldInForce } from '../../withdrawals/approval/voteStore.ts'
import {
  around,
  bytes,
  DAY,
  type Edge,
  id,
  inTx,
  left,
  NOW,
  type Row,
  testEdges,
  write,
} from './edges.testing.ts'

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
/** Orders as their tables have them: terms, results of those that have an outcome, and a list of each open one. */
function ordersOf(rows: readonly Row[]): Record<string, Row[]> {
  const ofResult = (name: string) => /^(status|outcome|net|bid|settled_|receipt_|entry_|exit_)/.test(name)
  const part = (row: Row, has: (name: string) => boolean): Row =>
    Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'status' && has(name)))
  const ended = rows.filter((row) => 'outcome' in row)
  return {
    placed_order: rows.map((row) => part(row, (name) => !ofResult(name))),
    settled_order: ended.map((row) => ({
      ...part(row, ofResult),
      id: row['id'],
      due_at_ms: row['due_at_ms'],
      user_id: row['user_id'] ?? 1,
    })),
    due_batch: rows
      .filter((row) => !ended.includes(row))
      .map((row, at) => ({
        due_at_ms: row['due_at_ms'],
        batch: row['batch'] ?? 1,
        part: at,
        ids: [row['id']],
      })),
  }
}

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
const PRICES = { entry_seq: 1, entry_price: 1, entry_at_ms: 1, exit_seq: 1, exit_price: 1, exit_at_ms: 1 }
const lateId = (number: number) => `0000000f-4240-7000-8000-${String(number).padStart(12, '0')}`
const HOLD = { case_id: 'C-1', at: NOW - 5, until: NOW + 1, takes_effect: true, reason: 'x' }

const isMarkedHeld = async (db: Db, nowMs: number) => {
  const { rows } = await sql<{ is: boolean }>`select ${HELD_MARK.holds(sql`1`, nowMs)} as is`.execute(db)
  return rows[0]?.is
}

const EDGES: Edge[] = [
  [
    'a deadline of a withdrawal lies ahead: until it is paid, until a hold or an authenticator ends, until an address may be paid',
    {},
    async (db) => {
      const none = { withdrawal: [], security_hold: [], authenticator: [], address_book_entry: [] }
      const cases: Record<string, Row[]>[] = [
        { withdrawal: withdrawals({ state: 5 }) },
        { withdrawal: withdrawals({ state: dead }) },
        { security_hold: [{ ...HOLD, until: NOW }] },
        { authenticator: [{ secret: bytes(40), confirmed_at: 1, off_at: NOW }] },
        { address_book_entry: [{ usable_at: NOW }] },
      ]
      const found: string[] = []
      for (const rows of cases) {
        await write(db, { ...none, ...rows })
        found.push(`${await hasDeadline(db, NOW - 1)} ${await hasDeadline(db, NOW)}`)
      }
      return found
    },
    ['true true', 'false false', 'true false', 'true false', 'true false'],
  ],
  [
    'gas that the house owes is paid as soon as one account holds all of it, in the order of the requests',
    {
      withdrawal: withdrawals(
        ...[5, 6, 5].map((gas, at) => ({ state: dead, gas, place: 3 - at })),
        { state: dead, gas: 1, currency: 2, gas_currency: 2, place: 9 },
        { state: dead, gas: 1, place: 10 },
      ),
      gas_owed: [1, 2, 3, 4].map((at) => ({ withdrawal: id(at) })),
      account: [{ id: 16 + KINDS.inventory, balance: 5 }],
    },
    async (db) => {
      const first = await listGasPayable(db)
      await write(db, {
        account: [
          { id: 16 + KINDS.bankroll, balance: 6 },
          { id: 16 + KINDS.fees, balance: 9 },
        ],
      })
      return [first, await listGasPayable(db)]
    },
    [
      [id(3), id(1)],
      [id(3), id(2), id(1)],
    ],
  ],
  [
    'attempts with a code count for a minute, of each user alone',
    {
      users: [1, 2].map((at) => ({
        id: at,
        address: `0x${String(at).repeat(40)}`,
        invite_code: `ABCDEFG${at}`,
        language: 'english',
      })),
      code_try: [{ user_id: 2, since: NOW, tries: 4 }],
    },
    async (db) => {
      const found: number[] = []
      for (const at of [0, 59_999, 60_000]) found.push((await countTry(db, 1, NOW + at, 60_000)).count)
      return [found, await countTry(db, 2, NOW + 59_999, 60_000)]
    },
    [[1, 2, 1], { count: 5, sinceMs: NOW }],
  ],
  [
    'the sums before a withdrawal count those that came before it, within its day and its hour',
    {
      withdrawal: withdrawals(
        ...[NOW - DAY, NOW - DAY + 1, NOW - 3_600_000, NOW - 3_600_000 + 1].map((requested_at, at) => ({
          requested_at,
          amount: 10 ** at,
        })),
        { amount: 10_000, requested_at: NOW, user_id: 2 },
        { amount: 100_000, requested_at: NOW, needs_approval: true },
        { amount: 1_000_000, requested_at: NOW, currency: 2, gas_currency: 2 },
        { amount: 10_000_000, requested_at: NOW, state: cancelled },
        { amount: 100_000_000, requested_at: NOW },
        { amount: 1_000_000_000, requested_at: NOW },
      ),
    },
    async (db) => {
      const asked = await askedWithdrawal(db, id(9), 'ann')
      return asked && countedBefore(db, asked)
    },
    { own: 101_110n, unasked: 11_000n },
  ],
  [
    'operators are asked about what waits for them, and see their own votes',
    {
      withdrawal: withdrawals(
        ...[0, 1, 2].map((state) => ({ state, needs_approval: true, requested_at: NOW + state })),
        { state: 0 },
      ),
      withdrawal_vote: [
        { withdrawal: id(1), operator: 'ann', approves: true },
        { withdrawal: id(1), operator: 'ben', approves: false, reason: 'r' },
        { withdrawal: id(1), operator: 'dan', approves: false, reason: 'r' },
        { withdrawal: id(1), operator: 'eve', approves: true },
        { withdrawal: id(1), operator: 'eve', approves: false, reason: 'r', at: 2 },
        { withdrawal: id(2), operator: 'cem', approves: true },
        { withdrawal: id(2), operator: 'ben', approves: false, reason: 'r' },
      ],
      // One who may not decide has voted, too.
      operator: [
        ...['ann', 'ben', 'cem', 'dan'].map((address) => ({ address, roles: ['admin'] })),
        { address: 'eve', roles: ['support'] },
      ].map((row) => ({ ...row, name: 'x', invited_ms: 1 })),
    },
    async (db) => {
      const asked = await Promise.all(
        [
          [1, 'ben'],
          [1, 'ann'],
          [2, 'ann'],
        ].map(([nth, operator]) => askedWithdrawal(db, id(Number(nth)), String(operator))),
      )
      return [
        await waitingForOperators(db),
        asked.map((one) => [one?.approvals, one?.rejections, one?.ownVote]),
      ]
    },
    [
      { waiting: 2, oldestAtMs: NOW },
      [
        [1, 2, 'reject'],
        [1, 2, 'approve'],
        [1, 1, null],
      ],
    ],
  ],
  [
    'finished orders are summed from a time and before another, by their ends',
    {
      ...ordersOf(
        [
          ...[NOW - 1, NOW, NOW + 1, NOW + 2].map((due_at_ms, at) => ({ due_at_ms, net: 10 ** at })),
          { due_at_ms: NOW + 9, settled_at_ms: NOW, outcome: 5, bid: 1, net: 10_000 },
          { due_at_ms: NOW, settled_at_ms: NOW + 9, net: 100_000 },
          { due_at_ms: NOW, user_id: 2 },
          { due_at_ms: NOW, book: 1 },
          { due_at_ms: NOW, currency: 2, net: 7 },
        ].map((row, at) => ({ ...FINISHED, settled_at_ms: NOW, id: lateId(at), key: id(at + 1), ...row })),
      ),
    },
    async (db) => [
      await sumOrders(db, { userId: 1, book: 'real', fromMs: NOW, toMs: NOW + 2 }),
      (await sumOrders(db, { userId: 1, book: 'real', fromMs: NOW, toMs: NOW + 2, outcome: 'closed' })).count,
    ],
    [
      {
        count: 5,
        nets: [
          { currencyId: 1, net: 110_110n },
          { currencyId: 2, net: 7n },
        ],
      },
      1,
    ],
  ],
  [
    'withdrawals are listed newest first, of their owner and of one currency if one is named',
    { withdrawal: withdrawals({}, { currency: 2, gas_currency: 2 }, { user_id: 2 }, {}) },
    async (db) => {
      const idsOf = async (currencyId?: number) => {
        const page = await listWithdrawals(db, { userId: 1, currencyId, pageSize: 9, page: 0 })
        return [...page.list.map((one) => one.nonce), page.total]
      }
      return [await idsOf(), await idsOf(2), await idsOf(1)]
    },
    [
      [id(4), id(2), id(1), 3],
      [id(2), 1],
      [id(4), id(1), 2],
    ],
  ],
  [
    'a page of finished orders goes on after its last one, also with an id that is 10 s newer than its order’s end',
    {
      ...ordersOf(
        [
          { due_at_ms: NOW, id: leastTimeId(NOW - 60_000) },
          { due_at_ms: NOW - 1, id: leastTimeId(NOW + 9_998) },
          { due_at_ms: NOW - 1, id: leastTimeId(NOW - 60_001) },
          { due_at_ms: NOW + 1, id: leastTimeId(NOW - 60_002) },
        ].map((row, at) => ({ ...FINISHED, duration_id: 110, settled_at_ms: NOW, key: id(at + 1), ...row })),
      ),
    },
    async (db) => {
      const query = { userId: 1, book: 'real', status: 'finished', pageSize: 9 } as const
      const page = await listOrders(db, { ...query, before: leastTimeId(NOW - 60_000) })
      return page.list.map((one) => one.id)
    },
    [leastTimeId(NOW + 9_998), leastTimeId(NOW - 60_001)],
  ],
  [
    'what operators moved counts with its direction, and what the house received from outside with its number',
    {
      transfer: [
        { from_id: 16, to_id: 16 + KINDS.bankroll, cause: 5, amount: 100 },
        { from_id: 512 + 16, to_id: 512 + 16 + KINDS.bankroll, cause: 5, amount: 1_000 },
        { from_id: 16, to_id: 16 + KINDS.inventory, cause: 5, amount: 10_000 },
        { from_id: 16 + KINDS.inventory, to_id: 16 + KINDS.bankroll, cause: 20, amount: 7 },
        { from_id: 16 + KINDS.bankroll, to_id: 16 + KINDS.inventory, cause: 20, amount: 9 },
        { from_id: 16 + KINDS.venue1, to_id: 16 + KINDS.programme, cause: 16, amount: 1 },
        { from_id: 16, to_id: 16 + KINDS.bankroll, cause: 5, amount: 50 },
        { from_id: 16, to_id: 16 + KINDS.inventory, cause: 5, amount: 5 },
        { from_id: 32, to_id: 32 + KINDS.inventory, cause: 5, amount: 6 },
        // A deposit was lost and came back, and another is still lost.
        { from_id: 16 + KINDS.bankroll, to_id: 16, cause: 10, amount: 30, ref: id(20) },
        { from_id: 16, to_id: 16 + KINDS.bankroll, cause: 5, amount: 30, ref: id(20) },
        { from_id: 16 + KINDS.bankroll, to_id: 16, cause: 10, amount: 8, ref: id(21) },
      ].map((row, at) => ({ leg: 0, ref: id(at + 1), ...row })),
    },
    async (db) => [
      [...(await treasuryMoves(db, 'bankroll'))],
      [...(await treasuryMoves(db, 'inventory'))],
      [...(await bankrollFunds(db))],
      await fundedWith(db, 1, 'inventory'),
      await countFundings(db),
    ],
    [[[1, -2n]], [[1, 2n]], [[1, 150n]], 10_005n, 8],
  ],
  [
    'answers to requests are kept for thirty days',
    {
      request: around('at_ms').map((row, at) => ({ route: 'r', key: id(at + 1), answer: '{}', ...row })),
    },
    async (db) => [await forgetOldRequests(db, NOW + 30 * DAY), await left(db, 'request', 'at_ms')],
    [1, [String(NOW), String(NOW + 1)]],
  ],
  [
    'old answers are deleted at the tick of a whole hour',
    { request: [{ route: 'r', key: id(1), answer: '{}', at_ms: 0 }] },
    async (db) => {
      const kept: number[] = []
      const onTick = async (run: (tick: { atMs: number }) => Promise<void>) => {
        for (const afterMs of [-1_000, 1_000, 1_800_000, 3_600_000]) {
          await run({ atMs: 31 * DAY + afterMs })
          kept.push((await left(db, 'request', 'at_ms')).length)
        }
      }
      const ended = Promise.withResolvers<void>()
      openLedger(
        { database: { db } as Database },
        { onTick: (run) => onTick(run).then(ended.resolve, ended.reject) },
      )
      await ended.promise
      return kept
    },
    [1, 1, 1, 0],
  ],
  [
    'swaps are listed and counted of their user, the newest first',
    {
      swap: [
        { at_ms: NOW },
        { at_ms: NOW + 1 },
        { at_ms: NOW },
        { at_ms: NOW, book: 1 },
        { at_ms: NOW, user_id: 2 },
      ].map((row, at) => ({ id: id(at + 1), book: 0, source: 1, target: 2, ...row })),
    },
    async (db) => {
      const page = await listSwaps(db, { userId: 1, book: 'real', page: 0, pageSize: 2 })
      const rest = await listSwaps(db, { userId: 1, book: 'real', page: 1, pageSize: 2 })
      return [
        page.list.map((one) => one.id),
        rest.list.map((one) => one.id),
        page.total,
        await countSwaps(db, 1),
      ]
    },
    [[id(2), id(3)], [id(1)], 3, 4],
  ],
  [
    'results of one second are added up, and the newest are kept',
    {
      realised_edge: [
        [5, 1],
        [5, 2],
        [6, 1],
      ].map(([second, pid]) => ({ second, pid, orders: 1, result_ppm: 1_000_000 })),
    },
    inTx(async (tx) => {
      await addObservations(tx, [{ second: 6, pid: 1, orders: 1, resultPpm: 3_000_000n }], 2)
      const { rows } = await sql`select second::int, pid, orders from realised_edge order by 1, 2`.execute(tx)
      return [rows, await readEdge(tx)]
    }),
    [
      [
        { second: 5, pid: 2, orders: 1 },
        { second: 6, pid: 1, orders: 2 },
      ],
      { count: 2, sum: 3, square: 5 },
    ],
  ],
  [
    'the seconds that decide open orders are told up to a second, itself included',
    {
      ...ordersOf(
        [{ due_at_ms: 60_000 }, { due_at_ms: 90_000, ...FINISHED, settled_at_ms: 90_000 }].map((row, at) => ({
          book: 0,
          direction: 0,
          duration_id: 110,
          id: lateId(at),
          key: id(at + 1),
          ...row,
        })),
      ),
    },
    async (db) => {
      const all = await neededSeconds(db, 0, 100)
      const last = all.at(-1) ?? 0
      return [
        last,
        (await neededSeconds(db, last, last)).length,
        (await neededSeconds(db, 0, last - 1)).includes(last),
      ]
    },
    [60, 1, false],
  ],
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
    'a day’s record has its own figures, and is listed once the log has it',
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
    'withdrawals are of the part of the log that tells their payment, and took as long as it did to tell it',
    {
      log_entry: [1, 2, 3, 4, 5].map((seq) => ({ seq, kind: 'record', at: seq * seq * 1_000, body: '{}' })),
      withdrawal: withdrawals(
        ...[2, 3, 4, 5].map((seq) => ({
          state: 6,
          txid: `0x${seq}`,
          block: 1,
          fee: 0,
          gas: 0,
          state_at: NOW,
        })),
        { state: dead, state_at: NOW },
      ),
      withdrawal_promise: [5, 4, 3, 2, 4].map((seq, at) => ({
        number: at + 1,
        withdrawal: id(at + 1),
        text: `p${at}`,
        signature: bytes(64),
        log_seq: at === 1 ? 2 : 1,
        end_seq: seq,
        end_number: at + 1,
      })),
    },
    async (db) => (await withdrawalLines(db, { after: 2, last: 4 })).map(({ ms }) => ms),
    [8_000, 12_000],
  ],
  [
    'the record tells the withdrawals under way, up to those that wait for their blocks, and since when',
    {
      withdrawal: withdrawals(
        ...[7, 5, 4, 3, 2, 1, 0, 8, 9].map((state, at) => ({
          state,
          state_at: NOW,
          requested_at: NOW + at,
        })),
      ),
    },
    (db) => waitingWithdrawals(db),
    { count: 6, sinceMs: NOW + 1 },
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
    'a hold is in force from its time to its end, of its user, and the one that ends last is shown',
    {
      security_hold: [
        { until: NOW },
        { case_id: 'C-2' },
        { case_id: 'C-3', at: NOW, until: NOW + 9 },
        { case_id: 'C-5', at: NOW + 10, until: NOW + 98 },
        { case_id: 'C-4', until: NOW + 99, takes_effect: false },
      ].map((row) => ({ ...HOLD, ...row })),
    },
    async (db) => [
      (await securityHoldInForce(db, 1, NOW))?.caseId,
      await securityHoldInForce(db, 1, NOW + 9),
      (await securityHoldInForce(db, 1, NOW + 10))?.caseId,
      await securityHoldInForce(db, 2, NOW),
      await Promise.all([NOW - 6, NOW - 5, NOW + 8, NOW + 9, NOW + 10].map((ms) => isMarkedHeld(db, ms))),
      (await proposedHolds(db, { endAfterMs: NOW, nowMs: NOW })).map((one) => [one.caseId, one.isInForce]),
      await openHolds(db, NOW),
    ],
    [
      'C-3',
      null,
      'C-5',
      null,
      [false, true, true, false, true],
      [
        ['C-4', false],
        ['C-5', false],
        ['C-3', true],
        ['C-2', true],
      ],
      { waiting: 4, oldestAtMs: NOW - 5 },
    ],
  ],
  [
    'a code is spent once, of an authenticator in force, which is off at its end',
    {
      authenticator: [
        { user_id: 1, secret: bytes(40), confirmed_at: 1, last_step: 5, off_at: NOW + 1 },
        { user_id: 2, secret: bytes(40) },
        { user_id: 3, secret: bytes(40), confirmed_at: 1, last_step: 5, off_at: NOW + 1 },
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
      const counts = [await count(NOW), await count(NOW + 1)]
      const { rows } = await sql`select user_id::int, last_step::int from authenticator order by 1`.execute(
        tx,
      )
      return [spent, counts, rows]
    }),
    [
      [false, true, false, false],
      [1, 0],
      [
        { user_id: 2, last_step: 0 },
        { user_id: 3, last_step: 5 },
      ],
    ],
  ],
  [
    'orders are void from a time on, and late by more than a minute',
    {
      ...ordersOf(
        [
          ...[NOW - 1, NOW].map((due_at_ms) => ({ due_at_ms, settled_at_ms: due_at_ms })),
          ...[60_000, 60_001].map((late) => ({
            outcome: 2,
            ...PRICES,
            due_at_ms: NOW + 500_000,
            settled_at_ms: NOW + 500_000 + late,
          })),
          { outcome: 2, ...PRICES, due_at_ms: 1, settled_at_ms: NOW - 1 },
          { outcome: 5, bid: 1, due_at_ms: NOW + 7, settled_at_ms: NOW },
        ].map((row, at) => ({ ...FINISHED, id: lateId(at), key: id(at + 1), ...row })),
      ),
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
        { order_id: id(3), asked: id(1), closes: true },
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
  [
    'open orders are summed by coin, side and currency, and for operators by book and the first span that reaches their end',
    {
      ...ordersOf(
        [
          { due_at_ms: NOW, stake: 1, profit: 10 },
          { due_at_ms: NOW + 60_000, stake: 2, profit: 20 },
          { due_at_ms: NOW + 60_001, stake: 4, profit: 40 },
          { due_at_ms: NOW + 60_000, stake: 8, profit: 80, direction: 1 },
          { due_at_ms: NOW + 900_000, stake: 16, profit: 160, book: 1 },
          { due_at_ms: NOW, stake: 32, profit: 320, currency: 2 },
          { due_at_ms: NOW, stake: 64, profit: 640, pid: 2 },
          { due_at_ms: NOW, stake: 128, profit: 1280, ...FINISHED, settled_at_ms: NOW },
        ].map((row, at) => ({
          book: 0,
          direction: 0,
          pid: 1,
          currency: 1,
          duration_id: 110,
          batch: at + 1,
          id: lateId(at),
          key: id(at + 1),
          ...row,
        })),
      ),
    },
    async (db) => [
      (await openStakes(db))
        .map((one) => `${one.pid} ${one.currencyId} ${one.direction}: ${one.orders} of ${one.stake}`)
        .toSorted(),
      (await openSums(db, NOW, [60_000, 900_000])).map(
        ({ pid, book, currencyId, direction, withinMs, orders, stake, profit }) =>
          `${pid} ${book} ${currencyId} ${direction} ${withinMs}: ${orders} of ${stake} for ${profit}`,
      ),
    ],
    [
      ['1 1 down: 1 of 8', '1 1 up: 4 of 23', '1 2 up: 1 of 32', '2 1 up: 1 of 64'],
      [
        '1 real 1 0 60000: 2 of 3 for 30',
        '1 real 1 1 60000: 1 of 8 for 80',
        '1 real 2 0 60000: 1 of 32 for 320',
        '1 real 1 0 900000: 1 of 4 for 40',
        '1 simulated 1 0 900000: 1 of 16 for 160',
        '2 real 1 0 60000: 1 of 64 for 640',
      ],
    ],
  ],
  [
    'every five seconds pages get the number of open orders of each coin, and the share of their value that is on a rise',
    {
      ...ordersOf(
        [
          { stake: 30, pid: 1 },
          { stake: 60, pid: 1, direction: 1 },
          // Worth ten units of USDT each.
          { stake: 3, pid: 1, currency: 3 },
          { stake: 1, pid: 2, direction: 1 },
          // Without a price it has no value.
          { stake: 9, pid: 3, currency: 4 },
        ].map((row, at) => ({
          due_at_ms: NOW,
          profit: 10,
          book: 0,
          direction: 0,
          currency: 1,
          duration_id: 110,
          batch: at + 1,
          id: lateId(at),
          key: id(at + 1),
          ...row,
        })),
      ),
    },
    async (db) => {
      const events = recordEvents()
      const told: number[] = []
      const ethereum = { price: 10n * ONE } as Figures
      const figures = () => new Map([[2, ethereum]])
      const ended = Promise.withResolvers<void>()
      const onTick = (run: TickListener) => {
        const ticks = async () => {
          for (const atMs of [NOW - 1_000, NOW, NOW + 1_000, NOW + 4_999, NOW + 5_000]) {
            await run({ seq: 1, atMs, prices: new Map() })
            told.push(events.of('open_stakes_counted').length)
          }
        }
        void ticks().then(ended.resolve, ended.reject)
        return () => {}
      }
      countOpenStakes({ database: { db } as Database, log: silentLog(), events }, { figures, onTick })
      await ended.promise
      return [told, [...(events.of('open_stakes_counted')[0]?.sides ?? [])]]
    },
    [
      [0, 1, 1, 1, 2],
      [
        [1, { orders: 3, upPercent: 50 }],
        [2, { orders: 1, upPercent: 0 }],
      ],
    ],
  ],
  [
    'orders are listed of one coin, one result and one book where these are named',
    {
      ...ordersOf(
        [{}, { pid: 2 }, { outcome: 5, bid: 1 }, { book: 1 }, { user_id: 2 }].map((row, at) => ({
          ...FINISHED,
          duration_id: 110,
          due_at_ms: NOW + at,
          settled_at_ms: NOW + at,
          id: lateId(at),
          key: id(at + 1),
          ...row,
        })),
      ),
    },
    async (db) => {
      const finished = async (asked: { book?: 'real' | 'simulated'; pid?: number; outcome?: 'closed' }) => {
        const query = { userId: 1, book: 'real', status: 'finished', pageSize: 9, ...asked } as const
        return (await listOrders(db, query)).list.map((one) => one.id.slice(-1)).toSorted()
      }
      return [
        await finished({}),
        await finished({ pid: 2 }),
        await finished({ outcome: 'closed' }),
        await finished({ book: 'simulated' }),
      ]
    },
    [['0', '1', '2'], ['1'], ['2'], ['3']],
  ],
  [
    'a shared receipt is found by exactly its name',
    {
      ...ordersOf([
        { ...FINISHED, duration_id: 110, due_at_ms: NOW, settled_at_ms: NOW, id: lateId(1), key: id(1) },
      ]),
      shared_receipt: [{ order_id: lateId(1), user_id: 1, name: `aB_${'c'.repeat(19)}` }],
    },
    async (db) => {
      const found: (string | null)[] = []
      for (const name of ['aB_', 'ab_', 'aBx', 'aB%'])
        found.push((await orderOfName(db, `${name}${'c'.repeat(19)}`))?.id ?? null)
      return found
    },
    [lateId(1), null, null, null],
  ],
]

testEdges(EDGES)
