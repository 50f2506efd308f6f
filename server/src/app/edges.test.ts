import { KINDS } from '@tickmark/core/ledger/accounts'
import { CANCELLED_BY_OWNER, WITHDRAWAL_STATES } from '@tickmark/core/wallet/withdrawals'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteExpiredChallenges, deleteStaleSessions } from '../accounts/store.ts'
import { listUsers } from '../accounts/userListStore.ts'
import {
  areLogged,
  listLines,
  profitAfter,
  profitSince,
  tradeLines,
  tradesToShare,
  unloggedLines,
} from '../arbitrage/lines/lineStore.ts'
import { paidOut } from '../chains/auditStore.ts'
import { countNews } from '../content/store.ts'
import { createTestDatabase, type TestDatabase } from '../db/database.testing.ts'
import type { Db, Tx } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import { countOpenOf, listProposals } from '../desk/proposals/proposalStore.ts'
import { spendStep as spendDeskStep } from '../desk/stores/factorStore.ts'
import { listOperators, SUSPENDED_MS } from '../desk/stores/operatorStore.ts'
import { findSession, insertChallenge, takeLink, takeWebauthnChallenge } from '../desk/stores/sessionStore.ts'
import { hasOperatorFor, wasLatelyAtDesk } from '../desk/stores/staffStore.ts'
import { lockExpired } from '../hosting/order/store.ts'
import {
  areStated,
  lastStatementBefore,
  oldestUnlogged,
  unloggedStatements,
} from '../hosting/statements/statementStore.ts'
import { lastReset } from '../ledger/store.ts'
import { LIMIT_MARKS } from '../limits/store.ts'
import { findDraft } from '../loans/applying/draftStore.ts'
import { lentNow } from '../loans/deskStore.ts'
import { usedSince as picturesSince } from '../loans/pictures/pictureStore.ts'
import { firstSubmittedAt, listSubmittedBy, listWrittenBy } from '../loans/store.ts'
import { clearEnded, deleteLoose, deleteStaleDrafts } from '../loans/sweepStore.ts'
import { viewTimes } from '../loans/viewStore.ts'
import { deleteUnbound, usedSince as filesSince } from '../media/store.ts'
import { takeJobs } from '../messages/pushStore.ts'
import { readSince, wasRead } from '../operators/readingStore.ts'
import { lateOrders, voidOrders } from '../orders/desk/outageStore.ts'
import { readCandles } from '../market/store.ts'
import { storeCheckpoint } from '../market/log/treeStore.ts'
import { refusalsAfter } from '../orders/auditRefusalStore.ts'
import { isAccepted } from '../orders/consent/consentStore.ts'
import { forgottenWithdrawals, loggedDays, readFigures } from '../record/store.ts'
import { countThreads, inboxPage } from '../support/store.ts'
import { openHolds, proposedHolds } from '../withdrawals/desk/holdStore.ts'
import { deleteIfOff, spendStep } from '../withdrawals/protection/protectionStore.ts'
import { listDue, withdrawnSince, withdrawnUnasked } from '../withdrawals/withdrawal/store.ts'
import { securityHoldInForce } from '../withdrawals/approval/voteStore.ts'
import { bytes, id, type Row, write } from './edges.testing.ts'

let own: TestDatabase
beforeAll(async () => {
  own = await createTestDatabase()
})
afterAll(() => own.close())

const NOW = 1_000_000
const DAY = 86_400_000
const inTx =
  <T>(work: (tx: Tx) => Promise<T>) =>
  (db: Db) =>
    transact(db, work)
const left = async (db: Db, table: string, column: string) => {
  const { rows } = await sql<{ value: unknown }>`
    select ${sql.ref(column)}::text as value from ${sql.table(table)} order by 1`.execute(db)
  return rows.map(({ value }) => value)
}
const around = (column: string, ...more: Row[]) =>
  [NOW - 1, NOW, NOW + 1].map((ms, at) => ({ [column]: ms, ...more[at] }))

const WAITING = {
  state: 0,
  instalments: 6,
  wallet: 'evm',
  key_number: 1,
  wrapped_key: bytes(1),
  sealed: bytes(1),
}
const LAPSED = { ...WAITING, state: 2, ending: 'lapsed' }
const PICTURE = { purpose: 'front', bytes: 1, sealed: bytes(29) }
const LINES = [1, 2, 3, 4].map((number) => ({
  number,
  about: id(number),
  kind: 0,
  profit: 10 ** number,
  text: `line ${number}`,
}))
const SESSION = { id: id(1), operator: 'ann', token: bytes(1), seen_ms: NOW }
const OPERATOR = { address: 'ann', name: 'Ann', roles: ['support'] }
const STATED = [1, 2, 3].map((number) => ({
  number,
  kind: 0,
  order_id: id(number),
  signature: bytes(64),
  text: `s${number}`,
}))
const HOSTED = {
  book: 0,
  days: 1,
  principal: 1_000_000,
  placed_at_ms: 0,
  shares_from_ms: DAY,
  expires_at_ms: 2 * DAY,
}
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

/** what, rows by table, what is asked, and the answer. */
const EDGES: [
  what: string,
  tables: Record<string, Row[]>,
  ask: (db: Db) => Promise<unknown>,
  answer: unknown,
][] = [
  [
    'a break is over at its end',
    {
      user_break: [
        { user_id: 1, until_ms: NOW },
        { user_id: 2, until_ms: NOW + 1 },
        { user_id: 3, excluded_until_ms: NOW + 1 },
      ],
    },
    async (db) => {
      const { rows } = await sql<{ id: bigint }>`select id from generate_series(1::bigint, 3) id
        where ${LIMIT_MARKS.find(({ mark }) => mark === 'paused')?.holds(sql`id`, NOW)}`.execute(db)
      return rows.map((one) => Number(one.id))
    },
    [2, 3],
  ],
  [
    'a draft of a loan is over at its end',
    {
      loan_draft: [
        { user_id: 1, until_ms: NOW },
        { user_id: 2, until_ms: NOW + 1 },
      ],
    },
    async (db) => [await findDraft(db, 1, NOW), (await findDraft(db, 2, NOW))?.untilMs],
    [null, NOW + 1],
  ],
  [
    'drafts and agreements go at their end',
    {
      loan_draft: around('until_ms').map((row, at) => ({ user_id: at, ...row })),
      loan_agreement: around('written_at_ms').map((row, at) => ({ user_id: at, instalments: 6, ...row })),
    },
    async (db) => {
      await deleteStaleDrafts(db, NOW, NOW)
      return [await left(db, 'loan_draft', 'until_ms'), await left(db, 'loan_agreement', 'written_at_ms')]
    },
    [[String(NOW + 1)], [String(NOW + 1)]],
  ],
  [
    'pictures of a loan count after a time, of their user',
    {
      loan_picture: [
        ...around('at_ms'),
        { at_ms: NOW + 5, user_id: 2 },
        { at_ms: NOW + 9, bytes: 2, sealed: bytes(30) },
      ].map((row) => ({ ...PICTURE, ...row })),
    },
    (db) => picturesSince(db, 1, NOW),
    { bytes: 3, firstMs: NOW + 1 },
  ],
  [
    'loose pictures go, those in use stay',
    {
      loan_picture: [...around('at_ms'), { at_ms: 1 }, { at_ms: 2 }, { at_ms: 3, application: id(9) }].map(
        (row) => ({ ...PICTURE, ...row }),
      ),
      loan_draft: [{ user_id: 1, front: id(4), until_ms: 1 }],
      loan_agreement: [{ user_id: 1, instalments: 6, front: id(8), back: id(5) }],
    },
    async (db) => {
      await deleteLoose(db, NOW)
      return left(db, 'loan_picture', 'at_ms')
    },
    ['1', '2', '3', String(NOW + 1)].toSorted(),
  ],
  [
    'what was ended by a time is cleared, with its pictures',
    {
      loan_application: around('decided_at_ms').map((row) => ({ ...LAPSED, ...row })),
      loan_picture: [
        { application: id(1), at_ms: NOW },
        { application: id(2), at_ms: NOW + 1 },
        { application: id(3), at_ms: 1 },
      ].map((row) => ({ ...PICTURE, ...row })),
      loan_draft: [],
      loan_agreement: [],
    },
    async (db) => {
      const count = await transact(db, (tx) => clearEnded(tx, NOW, NOW + 5))
      return [
        count,
        await left(db, 'loan_picture', 'at_ms'),
        await left(db, 'loan_application', 'cleared_at_ms'),
      ]
    },
    [2, ['1', String(NOW + 1)], [String(NOW + 5), String(NOW + 5), null]],
  ],
  [
    'applications wait from a time on',
    {
      loan_application: [
        ...around('submitted_at_ms'),
        { submitted_at_ms: 1, state: 1, decided_at_ms: 1, decided_by: 'x' },
      ].map((row, at) => ({ ...WAITING, user_id: at, ...row })),
    },
    async (db) => [
      await listSubmittedBy(db, NOW),
      await firstSubmittedAt(db, NOW),
      await firstSubmittedAt(db, NOW + 1),
    ],
    [[id(1), id(2)], NOW + 1, null],
  ],
  [
    'agreements are written by a time',
    { loan_application: around('written_at_ms').map((row, at) => ({ ...WAITING, user_id: at, ...row })) },
    async (db) => (await listWrittenBy(db, NOW)).toSorted(),
    [id(1), id(2)],
  ],
  [
    'an operator`s views count after a time, oldest first',
    {
      loan_view: [{ at_ms: NOW + 2 }, ...around('at_ms'), { at_ms: NOW + 3, viewer: 'ben' }].map(
        (row, at) => ({ id: at + 1, viewer: 'ann', what: 'front', ...row }),
      ),
    },
    (db) => viewTimes(db, 'ann', NOW),
    [NOW + 1, NOW + 2],
  ],
  [
    'of the loans, what is due, soon, late and open',
    {
      loan_instalment: ['11-23', '11-24', '11-25', '11-27', '11-28', '11-20'].map((day, at) => ({
        loan: id(at < 2 ? 1 : at),
        number: at + 1,
        due: `2026-${day}`,
        amount: 1_000_000,
        told: 0,
        paid_at_ms: at === 5 ? 1 : null,
      })),
      loan: [
        { id: id(1), next_at_ms: 1 },
        { id: id(2), ended_at_ms: 1 },
      ],
    },
    (db) => lentNow(db, '2026-11-25', '2026-11-27'),
    { running: 1, dueSoon: 2, overdue: 2, overdueLoans: 1, oldestDue: '2026-11-23', outstanding: 5_000_000n },
  ],
  [
    'the programme`s profit of a day begins with it, and after a line behind it',
    { arbitrage_line: around('at_ms').map((row, at) => ({ ...LINES[at], ...row })) },
    async (db) => [await profitSince(db, NOW), await profitAfter(db, 1), await profitAfter(db, 3)],
    [1100n, 1100n, 0n],
  ],
  [
    'a day`s trades end before the next one',
    { arbitrage_line: [NOW - 2, NOW - 1, NOW - 1, NOW].map((at_ms, at) => ({ ...LINES[at], at_ms })) },
    async (db) => [
      await tradesToShare(db, 1, NOW),
      await tradeLines(db, { first: 2, last: 3 }),
      await listLines(db, { page: 1, pageSize: 2 }),
    ],
    [
      { first: 2, last: 3, profit: 1100n, lines: ['line 2', 'line 3'] },
      ['line 2', 'line 3'],
      { texts: ['line 2', 'line 1'], total: 4 },
    ],
  ],
  [
    'lines wait for the log in their order',
    {
      arbitrage_line: [5, NOW - 1, NOW - 1, NOW].map((at_ms, at) => ({
        ...LINES[at],
        at_ms,
        log_seq: at === 0 ? 1 : null,
      })),
    },
    async (db) => [
      (await unloggedLines(db, NOW, 9)).map((one) => one.number),
      (await unloggedLines(db, NOW, 1)).length,
      await areLogged(db, 1),
      await areLogged(db, 2),
    ],
    [[2, 3], 1, true, false],
  ],
  [
    'statements wait for the log up to a time',
    { hosting_statement: around('at_ms').map((row, at) => ({ ...STATED[at], ...row })) },
    async (db) => [
      (await unloggedStatements(db, NOW, 9)).map((one) => one.number),
      (await unloggedStatements(db, NOW, 1)).map((one) => one.number),
      await oldestUnlogged(db),
      await lastStatementBefore(db, NOW),
      await areStated(db, 0),
      await areStated(db, 1),
    ],
    [[1, 2], [1], NOW - 1, 1, true, false],
  ],
  [
    'a hosting order is over at its end, the oldest first, once',
    {
      hosting_order: [
        { placed_at_ms: DAY, shares_from_ms: 2 * DAY, expires_at_ms: 3 * DAY },
        {},
        { ended_at_ms: 2 * DAY, how: 'expiry', fee: 0 },
      ].map((row, at) => ({ ...HOSTED, number: at + 1, ...row })),
    },
    inTx(async (tx) => [
      (await lockExpired(tx, 2 * DAY - 1, 9)).length,
      (await lockExpired(tx, 3 * DAY, 9)).map((one) => one.id),
      (await lockExpired(tx, 3 * DAY, 1)).map((one) => one.id),
    ]),
    [0, [id(2), id(1)], [id(2)]],
  ],
  [
    'readings of people count after a time, by operator and subject',
    {
      operator_action: [
        ...around('at_ms'),
        { at_ms: NOW + 5, subject: 'two' },
        { at_ms: NOW + 6, operator: 'ben' },
        { at_ms: NOW + 7, action: 'other' },
      ].map((row, at) => ({
        id: at + 1,
        operator: 'ann',
        action: 'people.read',
        subject: 'one',
        details: {},
        ...row,
      })),
    },
    inTx(async (tx) => [
      [...(await readSince(tx, 'ann', NOW))].toSorted(([one], [other]) => (one < other ? -1 : 1)),
      await wasRead(tx, 'ann', 'one', NOW),
      await wasRead(tx, 'ann', 'one', NOW + 1),
    ]),
    [
      [
        ['one', NOW + 1],
        ['two', NOW + 5],
      ],
      true,
      false,
    ],
  ],
  [
    'uploads count after a time; loose ones go before it',
    {
      uploaded_file: [
        ...around('at_ms'),
        { at_ms: NOW + 9, owner_user: 2 },
        { at_ms: 1, bound: true, owner_user: 2 },
      ].map((row) => ({ owner_user: 1, content: bytes(1), bytes: 1, ...row })),
    },
    async (db) => [
      await filesSince(db, { user: 1 }, NOW),
      await deleteUnbound(db, NOW),
      (await left(db, 'uploaded_file', 'at_ms')).length,
    ],
    [{ bytes: 1, firstMs: NOW + 1 }, 1, 4],
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
    'texts to sign go once they expired',
    {
      challenge: around('expires_at').map((row, at) => ({ nonce: String(at), ...row })),
      operator_challenge: around('expires_ms').map((row, at) => ({ nonce: String(at), ...row })),
    },
    async (db) => {
      await deleteExpiredChallenges(db, NOW)
      const given = {
        nonce: 'new',
        address: 'a',
        walletType: 1 as const,
        browser: Buffer.from('b'),
        message: 'm',
        expiresAtMs: NOW + 7,
      }
      await insertChallenge(db, given, NOW)
      return [await left(db, 'challenge', 'nonce'), await left(db, 'operator_challenge', 'nonce')]
    },
    [
      ['1', '2'],
      ['1', '2', 'new'],
    ],
  ],
  [
    'sessions end by age and by idling, of their address alone',
    {
      session: [
        [5, 9],
        [6, 9],
        [9, 5],
        [9, 6],
        [1, 1],
      ].map(([created_at, seen_at], at) => ({
        token: bytes(at + 1),
        transport: 'cookie',
        address: at === 4 ? 'other' : 'xxx',
        created_at,
        seen_at,
      })),
    },
    async (db) => {
      await transact(db, (tx) => deleteStaleSessions(tx, 'xxx', 5, 5))
      return left(db, 'session', 'id')
    },
    [id(2), id(4), id(5)],
  ],
  [
    'a session at the desk that was opened while its operator was thrown out is none',
    {
      operator: [{ ...OPERATOR, suspended_by: 'ben', suspended_ms: NOW }],
      operator_session: [NOW + SUSPENDED_MS - 1, NOW + SUSPENDED_MS].map((created_ms, at) => ({
        ...SESSION,
        id: id(at + 1),
        token: bytes(at + 1),
        created_ms,
      })),
    },
    async (db) => [
      await findSession(db, Buffer.from('a')),
      (await findSession(db, Buffer.from('aa')))?.address,
    ],
    [null, 'ann'],
  ],
  [
    'what a passkey has to sign is over at its end, and asked once',
    {
      operator_session: [NOW, NOW + 1].map((challenge_ms, at) => ({
        ...SESSION,
        id: id(at + 1),
        token: bytes(at + 1),
        challenge: 'c',
        challenge_ms,
      })),
    },
    async (db) => [
      await takeWebauthnChallenge(db, id(1), NOW),
      await takeWebauthnChallenge(db, id(2), NOW),
      await takeWebauthnChallenge(db, id(2), NOW),
    ],
    [null, 'c', null],
  ],
  [
    'a link is over at its end, and opens once',
    {
      operator_link: [NOW, NOW + 1].map((expires_ms, at) => ({
        hash: bytes(31) + `0${at}`,
        operator: 'ann',
        expires_ms,
      })),
    },
    inTx(async (tx) => {
      const take = (at: number) => takeLink(tx, Buffer.from(`${'61'.repeat(31)}0${at}`, 'hex'), NOW)
      return [await take(0), await take(1), await take(1)]
    }),
    [null, 'ann', null],
  ],
  [
    'a code of the desk is spent once, of the secret in force',
    { operator_code: [{ operator: 'ann', secret: bytes(40), since_ms: 1, last_step: 5 }] },
    inTx(async (tx) => {
      const spend = (step: number, secret = Buffer.from('a'.repeat(40))) =>
        spendDeskStep(tx, 'ann', secret, step)
      return [await spend(5), await spend(6, Buffer.from('b')), await spend(6), await spend(6)]
    }),
    [false, false, true, false],
  ],
  [
    'the list of operators tells who was seen within a session`s life, and of links that open',
    {
      operator: [OPERATOR],
      operator_session: [
        [NOW - 100, 5, null],
        [NOW - 99, 4, null],
        [NOW - 1, 9, 1],
      ].map(([created_ms, seen_ms, ended_ms], at) => ({
        ...SESSION,
        id: id(at + 1),
        token: bytes(at + 1),
        created_ms,
        seen_ms,
        ended_ms,
      })),
      operator_link: [
        [NOW, null],
        [NOW + 1, null],
        [NOW + 9, 1],
      ].map(([expires_ms, used_ms], at) => ({
        hash: bytes(31) + `0${at}`,
        operator: 'ann',
        expires_ms,
        used_ms,
      })),
      operator_passkey: [],
      operator_code: [],
    },
    async (db) => (await listOperators(db, NOW, 100)).map((one) => [one.seenAtMs, one.linkUntilMs]),
    [[4, NOW + 1]],
  ],
  [
    'somebody answers who may, and was at the desk within four days with his second factor',
    {
      operator: [
        { address: 'ann', roles: ['support'] },
        { address: 'ben', roles: ['editor'] },
        { address: 'own', roles: ['reviewer'], by_link: true },
      ],
      operator_session: [
        { operator: 'ann', seen_ms: 5 * DAY, factor_ms: 1 },
        { operator: 'ann', seen_ms: 9 * DAY },
        { operator: 'ben', seen_ms: 9 * DAY, factor_ms: 1 },
      ].map((row, at) => ({ token: bytes(at + 1), ...row })),
    },
    async (db) => [
      await wasLatelyAtDesk(db, 'answerChat', 9 * DAY - 1),
      await wasLatelyAtDesk(db, 'answerChat', 9 * DAY),
      await hasOperatorFor(db, 'answerChat'),
      await hasOperatorFor(db, 'reviewLoans'),
      await hasOperatorFor(db, 'runChains'),
    ],
    [true, false, true, false, false],
  ],
  [
    'whom the sandbox`s own operator invited by a link may review, and nobody who is revoked',
    {
      operator: [
        { address: 'eve', roles: ['reviewer'], by_link: true, invited_by: 'own' },
        { address: 'old', roles: ['support'], revoked_by: 'own', revoked_ms: 1 },
      ],
    },
    async (db) => [await hasOperatorFor(db, 'reviewLoans'), await hasOperatorFor(db, 'answerChat')],
    [true, false],
  ],
  [
    'open proposals of an operator count until they expire or are decided',
    {
      proposal: [NOW, NOW + 1, NOW + 1, NOW + 1].map((expires_ms, at) => ({
        key: id(at + 1),
        asked_by: at === 2 ? 'ben' : 'ann',
        payload: '{}',
        payload_hash: '\\x44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
        asked_ms: expires_ms - 3_600_000,
        expires_ms,
      })),
      proposal_decision: [
        {
          proposal: id(4),
          asked_by: 'ann',
          decided_by: 'ben',
          decision: 'approved',
          asked_ms: 0,
          decided_ms: 1,
          expires_ms: 2,
        },
      ],
    },
    inTx((tx) => countOpenOf(tx, 'ann', NOW)),
    1,
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
    'conversations count from a time on, of their user',
    {
      thread: [...around('opened_at_ms'), { opened_at_ms: NOW, user_id: 2 }].map((row, at) => ({
        subject: 'order',
        subject_id: id(at + 1),
        ...row,
      })),
    },
    (db) => countThreads(db, 1, NOW),
    2,
  ],
  [
    'pushes are taken when they are due, the oldest first, and not of what was read',
    {
      push_subscription: [{ endpoint: 'e', p256dh: bytes(65), auth: bytes(16) }],
      message: [1, 2, 3, 4].map((at) => ({
        id: id(at),
        ref: id(at),
        category: 'money',
        facts: '{}',
        read_at_ms: at === 4 ? 1 : null,
      })),
      push_job: [
        [2, NOW],
        [1, NOW - 1],
        [3, NOW + 1],
        [4, NOW],
      ].map(([of, due_at_ms]) => ({ subscription: id(1), message: id(of ?? 0), due_at_ms, tries: 0 })),
    },
    async (db) => {
      const first = await takeJobs(db, NOW, NOW + 9, 1)
      const rest = await takeJobs(db, NOW, NOW + 9, 9)
      return [
        [...first, ...rest].map((one) => [one.messageId, one.tries]),
        await left(db, 'push_job', 'due_at_ms'),
      ]
    },
    [
      [
        [id(1), 1],
        [id(2), 1],
      ],
      [String(NOW + 1), String(NOW + 9), String(NOW + 9)],
    ],
  ],
  [
    'news are out at their time',
    {
      content_item: [
        ...around('publish_at'),
        { publish_at: 1, state: 'withdrawn' },
        { publish_at: 1, kind: 'reply' },
      ].map((row, at) => ({ id: at + 1, kind: 'news', key: `k${at}`, state: 'published', ...row })),
    },
    (db) => countNews(db, NOW),
    2,
  ],
  [
    'users joined from a time on and before another',
    {
      users: around('created_at').map((row, at) => ({
        id: at + 1,
        wallet_type: 1,
        address: `0x${String(at).repeat(40)}`,
        invite_code: `ABCDEFG${at}`,
        language: 'english',
        ...row,
      })),
    },
    async (db) => {
      const list = (fromMs: number, toMs: number) =>
        listUsers(db, { fromMs, toMs, sort: 'oldest', after: null, limit: 9 }, [], NOW)
      return (await list(NOW, NOW + 1)).map((one) => one.joinedAt)
    },
    [NOW],
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
    'proposals are listed the newest first, a page at a time, by kind and state',
    {
      proposal: [5, 7, 6].map((asked_ms, at) => ({
        key: id(at + 1),
        kind: at === 2 ? 'other' : 'one',
        payload: '{}',
        payload_hash: '\\x44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
        asked_by: 'ann',
        asked_ms,
        expires_ms: asked_ms + 3_600_000,
      })),
      proposal_decision: [
        {
          proposal: id(3),
          asked_by: 'ann',
          decided_by: 'ben',
          decision: 'approved',
          asked_ms: 6,
          decided_ms: 6,
          expires_ms: 7,
        },
      ],
    },
    async (db) => {
      const list = async (filter: Partial<Parameters<typeof listProposals>[1]>, most = 9) =>
        (await listProposals(db, { nowMs: 6, ...filter }, most)).map((one) => Number(one.id.slice(-1)))
      const end = 5 + 3_600_000
      return [
        [
          await list({}),
          await list({}, 2),
          await list({ kind: 'one' }),
          await list({ before: { askedAtMs: 6, id: id(3) } }),
        ],
        [await list({ state: 'open', nowMs: end - 1 }), await list({ state: 'open', nowMs: end })],
        [
          await list({ state: 'expired', nowMs: end - 1 }),
          await list({ state: 'expired', nowMs: end }),
          await list({ state: 'approved' }),
        ],
      ]
    },
    [
      [[2, 3, 1], [2, 3], [2, 1], [1]],
      [[2, 1], [2]],
      [[], [1], [3]],
    ],
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
    'the conversation that waits longest comes first, then those that moved last',
    {
      thread: [
        { waiting_since_ms: 9, moved_at_ms: 9 },
        { waiting_since_ms: 8, moved_at_ms: 8 },
        { moved_at_ms: 5 },
        { moved_at_ms: 7 },
        { moved_at_ms: 99, messages: 0 },
      ].map((row, at) => ({
        subject: 'order',
        subject_id: id(at + 1),
        facts: '{"about":[],"lines":[]}',
        messages: 1,
        ...row,
      })),
      chat_message: [1, 2, 3, 4].map((at) => ({
        thread: id(at),
        key: id(at),
        from_user: true,
        operator_name: '',
      })),
      users: [
        {
          id: 1,
          wallet_type: 1,
          address: `0x${'1'.repeat(40)}`,
          invite_code: 'ABCDEFGH',
          language: 'english',
        },
      ],
    },
    async (db) => {
      const page = await inboxPage(db, 0, 3)
      return [
        page.list.map((one) => Number(one.id.slice(-1))),
        page.total,
        page.waiting,
        (await inboxPage(db, 1, 3)).list.length,
      ]
    },
    [[2, 1, 4], 4, 2, 1],
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

test.each(EDGES)('to the millisecond: %s', async (_what, tables, ask, answer) => {
  await write(own.database.db, tables)
  expect(await ask(own.database.db)).toEqual(answer)
})
