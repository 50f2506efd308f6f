import { KINDS } from '@tickmark/core/ledger/accounts'
import {
  areLogged,
  listLines,
  profitAfter,
  profitSince,
  tradeLines,
  tradesToShare,
  unloggedLines,
} from '../../arbitrage/lines/lineStore.ts'
import { closedRow } from '../../hosting/rows.testing.ts'
import { transact } from '../../db/transact.ts'
import { hostsOf, usdtAtVenues } from '../../hosting/dayStore.ts'
import { hostingFunds } from '../../hosting/fundsStore.ts'
import {
  countHosted,
  countOpen,
  countPlaced,
  lockExpired,
  nextExpiryMs,
  yieldsOf,
} from '../../hosting/order/store.ts'
import {
  newestVersion,
  productInForce,
  productsInForce,
  versionEntries,
} from '../../hosting/products/productStore.ts'
import {
  areStated,
  lastStatementBefore,
  oldestUnlogged,
  unloggedStatements,
} from '../../hosting/statements/statementStore.ts'
import { findDraft, writeDraft } from '../../loans/applying/draftStore.ts'
import { lentNow } from '../../loans/consoleStore.ts'
import { usedSince as picturesSince } from '../../loans/pictures/pictureStore.ts'
import { loansToLookAt, runningLoans, type QueuePlace } from '../../loans/lending/store.ts'
import { firstSubmittedAt, hasOpenLoan, listSubmittedBy, listWrittenBy } from '../../loans/store.ts'
import { clearEnded, deleteLoose, deleteStaleDrafts } from '../../loans/sweepStore.ts'
import { viewTimes } from '../../loans/viewStore.ts'
import { deleteUnbound, usedSince as filesSince } from '../../media/store.ts'
import { around, bytes, DAY, type Edge, id, inTx, left, NOW, testEdges, write } from './edges.testing.ts'

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

const EDGES: Edge[] = [
  [
    'a user with an application under review or a running loan gets no other',
    {
      loan_application: [
        {},
        { state: 1, decided_at_ms: 1, decided_by: 'x' },
        { state: 2, ending: 'lapsed', decided_at_ms: 1 },
        { state: 3, decided_at_ms: 1, decided_by: 'x' },
      ].map((row, at) => ({ ...WAITING, user_id: at + 1, ...row })),
    },
    (db) => Promise.all([1, 2, 3, 4].map((userId) => hasOpenLoan(db, userId))),
    [true, true, false, false],
  ],
  [
    'running loans are listed by their oldest unpaid instalment',
    {
      loan_application: [1, 2, 3].map((at) => ({
        ...WAITING,
        user_id: at,
        state: 1,
        decided_at_ms: 1,
        decided_by: 'x',
      })),
      loan: [{ next_at_ms: 1 }, { next_at_ms: 1 }, { ended_at_ms: 1 }],
      loan_instalment: [
        [1, 1, '2026-11-01', 1],
        [1, 2, '2026-12-01', null],
        [2, 1, '2026-11-25', null],
        [2, 2, '2027-01-25', null],
        [3, 1, '2026-11-02', null],
      ].map(([loan, number, due, paid_at_ms]) => ({
        loan: id(Number(loan)),
        number,
        due,
        paid_at_ms,
        amount: 1_000_000,
        told: 0,
      })),
    },
    async (db) => {
      const { list, total } = await runningLoans(db, { page: 0, pageSize: 9 })
      const next = await runningLoans(db, { page: 1, pageSize: 1 })
      return [list.map((one) => one.id), next.list.map((one) => one.id), total]
    },
    [[id(2), id(1)], [id(1)], 2],
  ],
  [
    'the orders that a user placed since a moment count in both books, and nobody else’s',
    {
      hosting_order: [
        { user_id: 3, placed_at_ms: NOW - 1 },
        { user_id: 3, placed_at_ms: NOW },
        { user_id: 3, placed_at_ms: NOW + 1, book: 1 },
        { user_id: 2, placed_at_ms: NOW },
        { user_id: 4, placed_at_ms: NOW },
      ].map((row, at) => ({ ...HOSTED, number: at + 1, ...row })),
    },
    async (db) => [await countPlaced(db, 3, NOW), await countHosted(db, 3)],
    [2, 3],
  ],
  [
    'the programme pays and tells each owner by himself, of each day and book by itself',
    {
      hosting_order: [
        { user_id: 1 },
        { user_id: 1, book: 1 },
        { user_id: 2 },
        { user_id: 3 },
        { user_id: 3, ended_at_ms: 2 * DAY, how: 'expiry', fee: 0 },
      ].map((row, at) => ({
        ...HOSTED,
        number: at + 1,
        expires_at_ms: (at === 4 ? 2 : 9) * DAY,
        days: at === 4 ? 1 : 8,
        ...row,
      })),
      hosting_payday: [5, 6, 7].map((day, at) => ({ day, pool: 9, at_ms: NOW + at })),
      hosting_payout_part: [
        { day: 5, orders: [1], amounts: [1] },
        { day: 6, orders: [1, 3], amounts: [10, 10_000] },
        { day: 6, first: 2, orders: [4], amounts: [5] },
        { day: 6, first: 3, book: 1, orders: [2], amounts: [1_000] },
        { day: 7, orders: [1], amounts: [100] },
      ].map(({ orders, ...row }) => ({
        first: 0,
        book: 0,
        first_order: id(orders[0] ?? 0),
        ...row,
        orders: orders.map(id),
      })),
      hosting_day: [closedRow(6)],
    },
    async (db) => {
      const owner = { userId: 1, book: 'real' as const }
      const newest = await yieldsOf(db, owner)
      const funds = await transact(db, async (tx) => {
        const refs = async (currency: number) =>
          (await hostingFunds.refsSince?.(tx, owner, currency, 0))?.refs
        const nets = await hostingFunds.netsBetween?.(tx, owner, [NOW, NOW + 2])
        return [[...(nets?.values() ?? [])], await refs(1), await refs(2)]
      })
      await write(db, { hosting_day: [closedRow(6), closedRow(7)] })
      return [
        [newest, await yieldsOf(db, owner)],
        [await hostsOf(db, 6, 0, 2), await hostsOf(db, 6, 1, 9), await hostsOf(db, 5, 0, 9)],
        funds,
        [await nextExpiryMs(db), await countOpen(db, 3, 'real'), await countHosted(db, 3)],
      ]
    },
    [
      [
        { newest: 10n, all: 111n },
        { newest: 100n, all: 111n },
      ],
      [[1, 2], [2, 3], [1]],
      [[[110n, 0n]], [id(1)], []],
      [9 * DAY, 1, 2],
    ],
  ],
  [
    'of each product the newest logged version is in force, and its entries are told before another',
    {
      hosting_product: [
        [1, 1, 5],
        [1, 2, 7],
        [1, 3, null],
        [2, 1, 3],
        [3, 1, null],
      ].map(([mid, version, log_seq]) => ({ mid, version, log_seq, least: 1_000_000, most: 1_000_000 })),
    },
    async (db) => [
      (await productsInForce(db)).map((one) => [one.mid, one.version]),
      (await productInForce(db, 1))?.version,
      await productInForce(db, 3),
      await newestVersion(db, 1),
      await newestVersion(db, 2),
      await versionEntries(db, 7),
    ],
    [
      [
        [1, 2],
        [2, 1],
      ],
      2,
      null,
      3,
      1,
      [3, 5],
    ],
  ],
  [
    'earnings are taken from the venues that hold most, in the programme’s currency alone',
    {
      account: [
        [KINDS.venue1, 5],
        [KINDS.venue2, 9],
        [KINDS.venue4, 7],
        [16 + KINDS.venue3, 99],
      ].map(([kind = 0, balance]) => ({ id: 16 + kind, balance })),
    },
    async (db) => (await usdtAtVenues(db)).slice(0, 4).map((one) => [one.kind, one.balance]),
    [
      ['venue2', 9n],
      ['venue4', 7n],
      ['venue1', 5n],
      ['venue3', 0n],
    ],
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
    'a draft that is written again has all that is new, its end as well',
    {
      loan_draft: [{ user_id: 1, front: id(4), back: id(5), again: id(7), until_ms: NOW }],
      loan_picture: [{ ...PICTURE, id: id(6) }],
    },
    async (db) => {
      const record = { keyNumber: 2, wrappedKey: Buffer.alloc(32, 1), sealed: Buffer.alloc(40, 2) }
      const draft = { id: id(9), record, front: id(6), back: null, again: null, untilMs: NOW + 5 }
      await transact(db, (tx) => writeDraft(tx, 1, draft))
      const found = await findDraft(db, 1, NOW)
      return found && [found.id, found.record, found.front, found.back, found.again, found.untilMs]
    },
    [
      id(9),
      { keyNumber: 2, wrappedKey: Buffer.alloc(32, 1), sealed: Buffer.alloc(40, 2) },
      id(6),
      null,
      null,
      NOW + 5,
    ],
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
    'loans are looked at from their time on, in its order, each once',
    {
      loan: [NOW + 1, NOW, NOW - 1, NOW].map((next_at_ms, at) => ({ id: id(at + 1), next_at_ms })),
    },
    async (db) => {
      const places = async (after: QueuePlace | null, most: number) =>
        (await loansToLookAt(db, NOW, after, most)).map((one) => one.id)
      const [first, second] = await loansToLookAt(db, NOW, null, 2)
      return [await places(null, 9), await places(first ?? null, 1), await places(second ?? null, 9)]
    },
    [[id(3), id(2), id(4)], [id(2)], [id(4)]],
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
    'what was ended by a time is cleared, with its pictures that nothing later uses',
    {
      loan_application: [
        ...around('decided_at_ms').map((row) => ({ ...LAPSED, ...row })),
        { ...WAITING, state: 1, decided_at_ms: 1, decided_by: 'x' },
        {
          ...LAPSED,
          decided_at_ms: 1,
          key_number: null,
          wrapped_key: null,
          sealed: null,
          cleared_at_ms: 7,
        },
      ],
      loan_picture: [
        { application: id(1), at_ms: NOW },
        { application: id(2), at_ms: NOW + 1 },
        { application: id(3), at_ms: 1 },
        { application: id(1), purpose: 'back', at_ms: 2 },
        { application: id(2), purpose: 'back', at_ms: 3 },
      ].map((row) => ({ ...PICTURE, ...row })),
      loan_draft: [{ user_id: 1, back: id(4), until_ms: 1 }],
      loan_agreement: [{ user_id: 1, instalments: 6, front: id(8), back: id(5) }],
    },
    async (db) => {
      const count = await transact(db, (tx) => clearEnded(tx, NOW, NOW + 5))
      return [
        count,
        await left(db, 'loan_picture', 'at_ms'),
        await left(db, 'loan_application', 'cleared_at_ms'),
      ]
    },
    [2, ['1', '2', '3', String(NOW + 1)].toSorted(), [String(NOW + 5), String(NOW + 5), '7', null, null]],
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
      await firstSubmittedAt(db, NOW - 1),
      await firstSubmittedAt(db, NOW),
      await firstSubmittedAt(db, NOW + 1),
      await firstSubmittedAt(db, 0),
    ],
    [[id(1), id(2)], NOW, NOW + 1, null, NOW - 1],
  ],
  [
    'agreements are written by a time',
    {
      loan_application: [
        ...around('written_at_ms'),
        { written_at_ms: 1, state: 1, decided_at_ms: 1, decided_by: 'x' },
      ].map((row, at) => ({ ...WAITING, user_id: at, ...row })),
    },
    async (db) => (await listWrittenBy(db, NOW)).toSorted(),
    [id(1), id(2)],
  ],
  [
    'an operator’s views count after a time, oldest first',
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
    'the programme’s profit of a day begins with it, and after a line behind it',
    { arbitrage_line: around('at_ms').map((row, at) => ({ ...LINES[at], ...row })) },
    async (db) => [await profitSince(db, NOW), await profitAfter(db, 1), await profitAfter(db, 3)],
    [1100n, 1100n, 0n],
  ],
  [
    'a day’s trades end before the next one',
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
    {
      hosting_statement: [
        ...around('at_ms').map((row, at) => ({ ...STATED[at], ...row })),
        { ...STATED[0], number: 4, order_id: id(4), at_ms: NOW + 2, log_seq: 1 },
        { ...STATED[0], number: 5, order_id: id(5), at_ms: 1, log_seq: 1 },
      ].toReversed(),
    },
    async (db) => [
      (await unloggedStatements(db, NOW, 9)).map((one) => one.number),
      (await unloggedStatements(db, NOW, 1)).map((one) => one.number),
      await oldestUnlogged(db),
      await lastStatementBefore(db, NOW + 2),
      await areStated(db, 0),
      await areStated(db, 1),
    ],
    [[1, 2], [1], NOW - 1, 5, true, false],
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
    'uploads count after a time; loose ones go before it',
    {
      uploaded_file: [
        ...around('at_ms'),
        { at_ms: NOW + 3 },
        { at_ms: NOW + 9, owner_user: 2 },
        { at_ms: 1, bound: true, owner_user: 2 },
      ].map((row) => ({ owner_user: 1, content: bytes(1), bytes: 1, ...row })),
    },
    async (db) => [
      await filesSince(db, { user: 1 }, NOW),
      await deleteUnbound(db, NOW),
      (await left(db, 'uploaded_file', 'at_ms')).length,
    ],
    [{ bytes: 2, firstMs: NOW + 1 }, 1, 5],
  ],
]

testEdges(EDGES)
