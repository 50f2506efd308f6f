import { ENTRY_OF } from '@tickmark/core/log/entries.testing'
import { entryBody, type LogEntry } from '@tickmark/core/log/log'
import { WITHDRAWAL_STATES } from '@tickmark/core/wallet/withdrawals'
import {
  lastTradesUpTo,
  lateLines,
  linesUnder,
  strayLines,
  tradesAfter,
} from '../../arbitrage/auditLogStore.ts'
import { lastStatedUpTo, lateStatements } from '../../hosting/auditStatementStore.ts'
import { skippedFees } from '../../loans/lending/skippedFeeStore.ts'
import { feesOffSchedule, loansBegunAfter } from '../../loans/lending/auditStore.ts'
import { unloggedHead } from '../../operators/auditStore.ts'
import { withdrawalsAfter } from '../../withdrawals/auditStore.ts'
import {
  endsBefore,
  lateEnds,
  latePromises,
  promisedWithdrawals,
  promisesBefore,
  withdrawalsUnpromised,
} from '../../withdrawals/promise/auditPromiseStore.ts'
import { endsUnder, lastEnd, unloggedEnds } from '../../withdrawals/promise/endStore.ts'
import { readNewestAudited } from '../../market/store.ts'
import { auditorConsolePart } from './auditorConsolePart.ts'
import { collectAudited } from './collectAudited.ts'
import { transact } from '../../db/transact.ts'
import { auditedFrom, unloggedAudit } from './auditedStore.ts'
import { around, bytes, DAY, type Edge, id, NOW, type Row, testEdges } from './edges.testing.ts'

const { broadcast, final, cancelled } = WITHDRAWAL_STATES
const entryRow = (entry: LogEntry): Row => ({
  seq: entry.seq,
  kind: entry.kind,
  at: entry.at,
  body: entryBody(entry),
})
/** Lists of three and two lines, at places 5 and 8, and entries of other kinds beside. */
const listed = (kind: 'trades' | 'hostings' | 'withdrawals') => [
  entryRow({ ...ENTRY_OF[kind], seq: 5, count: 3, first: 1, last: 3 }),
  entryRow({ ...ENTRY_OF.record, seq: 6 }),
  entryRow({ ...ENTRY_OF[kind], seq: 8, count: 2, first: 4, last: 5 }),
  entryRow({ ...ENTRY_OF.tick, seq: 9 }),
]

const withdrawal = (nth: number, more: Row = {}): Row => ({
  nonce: id(nth),
  place: nth,
  amount: 1,
  gas_price: 0,
  state: 0,
  reason: null,
  needs_approval: false,
  intent: '{}',
  ...more,
})
const promise = (nth: number, more: Row = {}): Row => ({
  number: nth,
  withdrawal: id(nth),
  text: `p${nth}`,
  signature: bytes(64),
  ...more,
})
/** A run of the audit that found nothing, and one that the log tells of: up to entry 5 and time 500, whole at 400. */
const green = (nth: number, more: Row = {}): Row => ({
  id: nth,
  began_ms: 700,
  ended_ms: 800,
  findings: 0,
  log_size: 6,
  until_ms: 500 + nth,
  whole_ms: 400,
  balances: `\\x${`0${nth}`.repeat(32)}`,
  liabilities: [],
  ...more,
})
const SILENT = { began_ms: 700, ended_ms: 800, findings: 1, is_whole: true }
const auditedBy = (nth: number) => ({
  size: 6,
  until: 500 + nth,
  whole: 400,
  balances: `0${nth}`.repeat(32),
  liabilities: [],
})
const toldOf = { ...ENTRY_OF.audited, at: 600, size: 5, until: 500, whole: 400 }
const told = [entryRow({ ...toldOf, seq: 7, until: 499 }), entryRow({ ...toldOf, seq: 8 })]
const line = (number: number, more: Row): Row => ({
  number,
  about: id(number),
  kind: 0,
  text: `l${number}`,
  ...more,
})
const PAID = { state: final, block: 1, fee: 0, gas: 0 }

const EDGES: Edge[] = [
  [
    'lines are late before a time, and stray after an entry',
    {
      arbitrage_line: [
        ...around('at_ms').map((row, at) => line(at + 1, row)),
        line(4, { at_ms: 1, log_seq: 5 }),
        line(5, { at_ms: 1, log_seq: 6 }),
        line(6, { at_ms: 1, log_seq: 7 }),
      ],
      log_entry: listed('trades'),
    },
    async (db) => [
      await lateLines(db, NOW),
      await strayLines(db, 4),
      await strayLines(db, 6),
      (await linesUnder(db, 5, 6)).map((one) => one.text),
    ],
    [[1], [5, 6], [6], ['l4', 'l5']],
  ],
  [
    'what was logged of trades goes on after an entry',
    { log_entry: listed('trades') },
    async (db) => [
      (await tradesAfter(db, 4)).map((one) => one.seq),
      (await tradesAfter(db, 5)).map((one) => one.seq),
      await lastTradesUpTo(db, 4),
      await lastTradesUpTo(db, 7),
      await lastTradesUpTo(db, 8),
    ],
    [[5, 8], [8], 0, 3, 5],
  ],
  [
    'what was logged of statements goes on after an entry, and statements are late before a time',
    {
      log_entry: listed('hostings'),
      hosting_statement: [...around('at_ms'), { at_ms: 1, log_seq: 5 }].map((row, at) => ({
        number: at + 1,
        kind: 0,
        order_id: id(at + 1),
        signature: bytes(64),
        ...row,
      })),
    },
    async (db) => [
      await lastStatedUpTo(db, 4),
      await lastStatedUpTo(db, 7),
      await lastStatedUpTo(db, 8),
      await lateStatements(db, NOW),
    ],
    [{ seq: 0, number: 0 }, { seq: 5, number: 3 }, { seq: 8, number: 5 }, [1]],
  ],
  [
    'what was logged of promises goes on after an entry, and promises are late before a time',
    {
      log_entry: listed('withdrawals'),
      withdrawal: [1, 2, 3, 4, 5].map((nth) => withdrawal(nth)),
      withdrawal_promise: [...around('at_ms'), { at_ms: 1, log_seq: 5 }].map((row, at) =>
        promise(at + 1, row),
      ),
    },
    async (db) => [
      await promisesBefore(db, 4),
      await promisesBefore(db, 7),
      await promisesBefore(db, 8),
      await latePromises(db, NOW),
      await withdrawalsUnpromised(db),
      (await promisedWithdrawals(db, 1, 2)).map((one) => [one.number, one.text, one.withdrawal.id]),
    ],
    [
      0,
      3,
      5,
      [1],
      [id(5)],
      [
        [2, 'p2', id(2)],
        [3, 'p3', id(3)],
      ],
    ],
  ],
  [
    'ends are late before a time, told up to it, and go on after an entry',
    {
      log_entry: [
        entryRow({ ...ENTRY_OF.withdrawn, seq: 5, first: 1 }),
        entryRow({ ...ENTRY_OF.record, seq: 6 }),
        entryRow({ ...ENTRY_OF.withdrawn, seq: 8, first: 3 }),
      ],
      withdrawal: [
        ...[NOW - 1, NOW, NOW + 1].map((state_at, at) =>
          withdrawal(at + 1, { ...PAID, txid: `0x${at}`, state_at }),
        ),
        withdrawal(4, { state: broadcast, state_at: 1 }),
        withdrawal(5, { state: cancelled, state_at: 1 }),
        withdrawal(6, { state: cancelled, state_at: 1 }),
        withdrawal(7, { state: cancelled, state_at: 1 }),
      ],
      withdrawal_promise: [1, 2, 3, 4, 5, 6, 7].map((nth) =>
        promise(nth, {
          log_seq: nth === 6 ? null : 4,
          ...(nth === 5 ? { end_seq: 5, end_number: 1 } : {}),
          ...(nth === 7 ? { end_seq: 5, end_number: 2 } : {}),
        }),
      ),
    },
    async (db) => [
      await lateEnds(db, NOW),
      (await unloggedEnds(db, NOW, 9)).map((one) => one.promise),
      [await endsBefore(db, 4), await endsBefore(db, 7), await endsBefore(db, 8)],
      (await endsUnder(db, 5))?.ends.map((one) => one.promise),
      (await endsUnder(db, 5))?.first,
      await lastEnd(db),
    ],
    [[1, 6], [1, 2], [0, 2, 4], [5, 7], 1, 2],
  ],
  [
    'withdrawals are read after a time and a place, each with its owner, who has a key once he signed in by one',
    {
      users: [1, 2, 3].map((nth) => ({
        id: nth,
        wallet_type: nth === 3 ? 2 : 1,
        address: nth === 3 ? `T${'3'.repeat(33)}` : `0x${String(nth).repeat(40)}`,
        invite_code: `ABCDEFG${nth}`,
        language: 'english',
      })),
      delegation: [
        { session: `\\x${'01'.repeat(32)}`, address: `0x${'1'.repeat(40)}`, kind: 'contract' },
        { session: `\\x${'02'.repeat(32)}`, address: `0x${'2'.repeat(40)}`, kind: 'evm' },
      ],
      withdrawal: [
        withdrawal(1, { user_id: 1, requested_at: NOW }),
        withdrawal(2, { user_id: 1, requested_at: NOW + 1 }),
        withdrawal(3, { user_id: 2, requested_at: NOW + 1 }),
        withdrawal(4, { user_id: 3, requested_at: NOW + 1 }),
      ],
    },
    async (db) => [
      (await withdrawalsAfter(db, { sinceMs: NOW, place: 0n })).map((one) => [
        one.place,
        one.owner[2],
        one.hasKey,
      ]),
      (await withdrawalsAfter(db, { sinceMs: NOW, place: 3n })).map((one) => one.place),
    ],
    [
      [
        [2n, '1', false],
        [3n, '2', true],
        [4n, '3', true],
      ],
      [4n],
    ],
  ],
  [
    'loans are read that began after a time, after an id, with their parts in order',
    {
      users: [
        {
          id: 1,
          wallet_type: 1,
          address: `0x${'1'.repeat(40)}`,
          invite_code: 'ABCDEFGH',
          language: 'english',
        },
      ],
      loan_application: [1, 2, 3].map((nth) => ({
        id: id(nth),
        user_id: 1,
        state: 3,
        instalments: 6,
        wallet: 'evm',
        decided_at_ms: 1,
        decided_by: 'x',
        key_number: 1,
        wrapped_key: bytes(1),
        sealed: bytes(1),
      })),
      loan: [NOW, NOW + 1, NOW + 1].map((started_at_ms) => ({ started_at_ms, ended_at_ms: 9 })),
      loan_instalment: [1, 2, 3].flatMap((loan) =>
        [2, 1].map((number) => ({
          loan: id(loan),
          number,
          amount: number * 1_000_000,
          due: `2026-12-0${number}`,
          told: 0,
        })),
      ),
    },
    async (db) => [
      (await loansBegunAfter(db, NOW, '')).map((one) => one.id),
      (await loansBegunAfter(db, NOW - 1, id(1))).map((one) => one.id),
      (await loansBegunAfter(db, NOW, id(2))).map((one) => one.schedule),
    ],
    [
      [id(2), id(3)],
      [id(2), id(3)],
      [
        [
          { amount: 1_000_000n, due: '2026-12-01' },
          { amount: 2_000_000n, due: '2026-12-02' },
        ],
      ],
    ],
  ],
  [
    'a late fee is charged from the fourth day on, a day after its warning, and before the payment',
    {
      loan: [1, 2, 3, 4].map((nth) => ({
        id: id(nth),
        next_at_ms: 1,
        fee_at_ms: Date.parse('2026-12-05') - (nth === 2 ? 1 : 0),
      })),
      loan_instalment: [1, 2, 3, 4].map((nth) => ({
        loan: id(nth),
        number: 1,
        amount: 1_000_000,
        due: '2026-12-01',
        told: 5,
        warned_at_ms: Date.parse('2026-12-04') + (nth === 3 ? 1 : 0),
        paid_at_ms: Date.parse('2026-12-05') - (nth === 4 ? 1 : 0),
      })),
    },
    async (db) => (await feesOffSchedule(db)).map((one) => one.where),
    [`loan ${id(2)}`, `loan ${id(3)}`, `loan ${id(4)}`],
  ],
  [
    'a house without ticks has skipped no late fee',
    {
      loan: [{ next_at_ms: 1 }],
      loan_instalment: [{ loan: id(1), number: 1, amount: 1_000_000, due: '2020-12-01', told: 0 }],
      log_entry: [],
    },
    (db) => skippedFees(db),
    [],
  ],
  [
    'the log waits for a while before it tells of actions again',
    {
      operator_action: [1, 2, 3].map((nth) => ({
        id: nth,
        operator: 'ann',
        details: {},
        prev: bytes(32),
        hash: `\\x${`0${nth}`.repeat(32)}`,
      })),
      log_entry: [
        { seq: 1, kind: 'actions', at: NOW - DAY, body: '{"count": 1}' },
        { seq: 2, kind: 'actions', at: NOW, body: '{"count": 2}' },
        { seq: 3, kind: 'tick', at: NOW + 9, body: '{"count": 9}' },
      ],
    },
    async (db) => [await unloggedHead(db, NOW - 1), await unloggedHead(db, NOW)],
    [null, { count: 3, head: '03'.repeat(32) }],
  ],
  [
    'the log tells of no action that it has told',
    {
      operator_action: [{ id: 2, operator: 'ann', details: {} }],
      log_entry: [{ seq: 2, kind: 'actions', at: NOW, body: '{"count": 2}' }],
    },
    (db) => unloggedHead(db, NOW),
    null,
  ],
  [
    'the log tells of the first action at once',
    {
      operator_action: [{ id: 1, operator: 'ann', details: {}, hash: `\\x${'01'.repeat(32)}` }],
      log_entry: [],
    },
    (db) => unloggedHead(db, 0),
    { count: 1, head: '01'.repeat(32) },
  ],
  [
    'the log tells of the newest run without findings that has ended',
    {
      audit_run: [green(1), green(3), green(2), green(4, { ended_ms: 801 }), { ...SILENT, id: 5 }],
      log_entry: told,
    },
    async (db) => [await unloggedAudit(db, 799), await unloggedAudit(db, 800), await unloggedAudit(db, 801)],
    [null, ...[3, 4].map((nth) => auditedBy(nth))],
  ],
  [
    'operators see the newest run of the audit, and what it found',
    {
      audit_run: [9, 10].map((nth) => ({ ...SILENT, id: nth, ended_ms: 800 + nth, findings: nth })),
      audit_finding: [9, 10].map((run) => ({
        run,
        number: 3,
        rule: `rule ${run}`,
        at: 'account 7',
        expected: '1',
        found: '2',
        since_ms: run,
      })),
    },
    async (db) => [
      (await auditorConsolePart.overview?.(db, NOW))?.auditor?.last,
      await auditorConsolePart.incidents?.(db, NOW),
    ],
    [
      { at: 810, tookMs: 110, findings: 10 },
      [
        {
          kind: 'auditFinding',
          since: 10,
          until: null,
          where: '3. rule 10: account 7',
          detail: 'expected 1, found 2',
          affected: null,
        },
      ],
    ],
  ],
  [
    'the log is told of a run when a minute has passed since the last look',
    { audit_run: [green(1)], log_entry: told },
    async (db) => {
      const collect = collectAudited()
      const at = async (ms: number) => (await transact(db, (tx) => collect(tx, ms))).map(({ entry }) => entry)
      return [await at(799), await at(60_798), await at(60_799), await at(60_800)]
    },
    [[], [], [{ kind: 'audited', ...auditedBy(1) }], []],
  ],
  [
    'the log tells of no run that does not follow the one it told of',
    {
      audit_run: [
        green(0),
        green(1, { log_size: 4 }),
        green(2, { whole_ms: 399 }),
        green(3, { whole_ms: 801 }),
        green(4, { until_ms: 801 }),
      ],
      log_entry: told,
    },
    (db) => unloggedAudit(db, 800),
    null,
  ],
  [
    'the log tells of a run as far as the one it told of, but later',
    { audit_run: [green(1, { log_size: 5, began_ms: 501, ended_ms: 501 })], log_entry: told },
    (db) => unloggedAudit(db, 501),
    { ...auditedBy(1), size: 5 },
  ],
  [
    'the log tells of the first run without findings at once',
    { audit_run: [green(1)], log_entry: [] },
    (db) => unloggedAudit(db, 800),
    auditedBy(1),
  ],
  [
    'the newest audit in the log, or in its first entries',
    { log_entry: [...told, entryRow({ ...ENTRY_OF.tick, seq: 9 })] },
    async (db) => [
      (await readNewestAudited(db))?.until,
      (await readNewestAudited(db, 8))?.seq,
      (await readNewestAudited(db, 7))?.seq,
      await readNewestAudited(db, 6),
    ],
    [500, 8, 7, null],
  ],
  [
    'audits in the log are in the order of their numbers, not of their digits',
    { log_entry: [9, 10, 101].map((seq) => entryRow({ ...toldOf, seq, until: 490 + seq })) },
    async (db) => [
      (await readNewestAudited(db))?.seq,
      (await auditedFrom(db, 0)).map((one) => one.seq),
      (await auditedFrom(db, 10)).map((one) => one.seq),
    ],
    [101, [9, 10, 101], [10, 101]],
  ],
  [
    'the record tells of no audit before the first one in the log',
    { log_entry: [] },
    (db) => readNewestAudited(db),
    null,
  ],
]

testEdges(EDGES)
