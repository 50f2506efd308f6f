import { MOST_ENDS } from '@tickmark/core/log/withdrawn'
import { WITHDRAWAL_STATES } from '@tickmark/core/wallet/withdrawals'
import { sql } from 'kysely'
import { bytes, type Edge, id, inTx, NOW, type Row, testEdges } from '../../app/audit/edges.testing.ts'
import type { Db, Tx } from '../../db/pool.ts'
import { countVotes, votesOn } from '../approval/voteStore.ts'
import { auditPromises } from '../promise/auditPromises.ts'
import { collectEnds } from '../promise/collectEnds.ts'
import { collectPromises } from '../promise/collectPromises.ts'
import { unloggedEnds } from '../promise/endStore.ts'
import { oldestUnlogged, promiseSeq, promisesUnder, unloggedPromises } from '../promise/promiseStore.ts'
import { bookEntries, bookSwitch } from '../protection/bookStore.ts'
import { authenticatorOf, recoveryCodesLeft } from '../protection/protectionStore.ts'
import { insertVariant, lockNonce, nextNonce, takeNonce, variantsOf } from './nonceStore.ts'
import { countWithdrawals, isNonceUsed, listByState, listWithdrawals } from './store.ts'
import type { Withdrawal } from './withdrawal.ts'

const { approved, broadcast, cancelled, requested } = WITHDRAWAL_STATES

const withdrawals = (...rows: Row[]): Row[] =>
  rows.map((row, at) => ({ nonce: id(at + 1), place: at + 1, gas_price: 0, state: approved, ...row }))
const promises = (...rows: Row[]): Row[] =>
  rows.map((row, at) => ({ withdrawal: id(at + 1), text: `p${at + 1}`, signature: bytes(64), ...row }))

/** Runs a query past references: each case is about its own rows alone. */
const alone = (work: (tx: Tx) => Promise<unknown>) =>
  inTx(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    return work(tx)
  })

const EDGES: Edge[] = [
  [
    'the payments of a network are its own, in the order of the requests, in the states that are asked for',
    {
      withdrawal: withdrawals(
        { place: 3 },
        { place: 1, state: broadcast },
        { place: 2, chain: 2 },
        { place: 4, state: requested },
        { place: 5, state: cancelled },
      ),
    },
    async (db) => {
      const ids = async (chain: number) =>
        (await listByState(db, chain, ['approved', 'broadcast', 'cancelled'])).map((one) => one.id)
      return [await ids(1), await ids(2)]
    },
    [[id(2), id(1)], [id(3)]],
  ],
  [
    'each network counts its own nonces',
    {
      hot_nonce: [
        { chain: 1, sender: 'a', next: 7 },
        { chain: 2, sender: 'b', next: 9 },
      ],
      withdrawal_slot: [],
    },
    alone(async (tx) => {
      const slot = await takeNonce(tx, { id: id(1), chainId: 2 } as Withdrawal)
      return [slot, await lockNonce(tx, 1), await nextNonce(tx, 2), await nextNonce(tx, 3)]
    }),
    [
      { chainId: 2, sender: 'b', nonce: 9, takenAtBlock: null },
      { sender: 'a', next: 7 },
      { sender: 'b', next: 10 },
      null,
    ],
  ],
  [
    'a signed transaction is stored once, as it was first',
    { withdrawal_tx: [] },
    alone(async (tx) => {
      const first = { txid: '0x1', raw: '0x02', maxFee: 5n, tip: 1n, madeAtMs: 1 }
      for (const variant of [first, { ...first, raw: '0x03' }])
        await insertVariant(tx, { id: id(1), chainId: 1 } as Withdrawal, variant)
      return variantsOf(tx, id(1))
    }),
    [{ txid: '0x1', raw: '0x02', maxFee: 5n, tip: 1n, madeAtMs: 1 }],
  ],
  [
    'a user reads and counts the own withdrawals, page by page, and a nonce is used once it has one',
    {
      withdrawal: withdrawals(
        { place: 2 },
        { place: 1, currency: 2, gas_currency: 2 },
        { place: 3 },
        { place: 4, user_id: 2 },
      ),
    },
    async (db) => {
      const page = async (number: number) => {
        const asked = { userId: 1, pageSize: 2, page: number }
        return (await listWithdrawals(db, asked)).list.map((one) => one.id)
      }
      return [
        [await page(0), await page(1)],
        [await countWithdrawals(db, 1), await countWithdrawals(db, 2)],
        (await listWithdrawals(db, { userId: 1, pageSize: 2, page: 0 })).total,
        (await listWithdrawals(db, { userId: 1, currencyId: 2, pageSize: 2, page: 0 })).total,
        [await isNonceUsed(db, id(4)), await isNonceUsed(db, id(5))],
      ]
    },
    [[[id(3), id(1)], [id(2)]], [3, 1], 3, 1, [true, false]],
  ],
  [
    'votes are told in their order, and a rejection by the reason that was given first',
    {
      operator: ['ann', 'ben', 'cem', 'dan'].map((address) => {
        return { address, roles: ['admin'], name: 'x', invited_ms: 1 }
      }),
      withdrawal_vote: [
        { operator: 'cem', approves: false, reason: 'legal_order', at: 6 },
        { operator: 'ben', approves: true, reason: null, at: 6 },
        { operator: 'ann', approves: false, reason: 'owner_asked', at: 5 },
        { operator: 'dan', approves: false, reason: 'account_takeover', at: 4, withdrawal: id(2) },
      ].map((row) => ({ withdrawal: id(1), ...row })),
    },
    async (db) => [
      (await votesOn(db, id(1))).map((one) => [one.operator, one.reason]),
      await countVotes(db, id(1)),
    ],
    [
      [
        ['ann', 'owner_asked'],
        ['ben', null],
        ['cem', 'legal_order'],
      ],
      {
        approvals: 1,
        rejections: 2,
        operators: { approving: ['ben'], rejecting: ['ann', 'cem'] },
        reason: 'owner_asked',
      },
    ],
  ],
  [
    'promises wait for the log in their order, as many as are asked for, and the oldest tells since when',
    {
      withdrawal_promise: promises(
        { number: 4, at_ms: NOW },
        { number: 2, at_ms: NOW + 5, log_seq: null },
        { number: 3, at_ms: NOW },
        { number: 1, at_ms: 1, log_seq: 7 },
      ),
    },
    async (db) => {
      const numbers = async (most: number) =>
        (await unloggedPromises(db, NOW + 5, most)).map((one) => one.number)
      return [await numbers(9), await numbers(2), await oldestUnlogged(db)]
    },
    [[2, 3, 4], [2, 3], NOW],
  ],
  [
    'an entry of the log has its own promises, in their order',
    {
      withdrawal_promise: promises(
        { number: 3, log_seq: 7 },
        { number: 1, log_seq: 7 },
        { number: 2, log_seq: 7 },
        { number: 4, log_seq: 8 },
        { number: 5 },
      ),
    },
    async (db) => [
      (await promisesUnder(db, 7)).map((one) => [one.number, one.text]),
      [await promiseSeq(db, 4), await promiseSeq(db, 5), await promiseSeq(db, 6)],
    ],
    [
      [
        [1, 'p2'],
        [2, 'p3'],
        [3, 'p1'],
      ],
      [8, null, null],
    ],
  ],
  [
    'ends wait for the log in the order of their promises, as many as are asked for',
    {
      withdrawal: withdrawals({ state: cancelled }, { state: cancelled }, { state: cancelled }),
      withdrawal_promise: promises(...[2, 3, 1].map((number) => ({ number, log_seq: 7 }))),
    },
    async (db) => {
      const numbers = async (most: number) => (await unloggedEnds(db, NOW, most)).map((one) => one.promise)
      return [await numbers(9), await numbers(2)]
    },
    [
      [1, 2, 3],
      [1, 2],
    ],
  ],
  [
    'an entry of the log has a thousand promises at most',
    { withdrawal_promise: [] },
    alone(async (tx) => {
      await sql`insert into withdrawal_promise (number, withdrawal, at_ms, text, signature)
        select n, lpad(to_hex(n), 32, '0')::uuid, 1, 'p' || n, ${Buffer.alloc(64)} from generate_series(1, 1001) n`.execute(
        tx,
      )
      return (await collectPromises(tx, NOW)).map(({ entry }) => ({ ...entry, root: '' }))
    }),
    [{ kind: 'withdrawals', count: 1_000, first: 1, last: 1_000, root: '' }],
  ],
  [
    'an entry of the log has as many ends as it may have, numbered after those before it',
    {
      withdrawal: withdrawals(...Array.from({ length: MOST_ENDS + 2 }, () => ({ state: cancelled }))),
      withdrawal_promise: promises(
        { number: 1, log_seq: 7, end_seq: 8, end_number: 1 },
        ...Array.from({ length: MOST_ENDS + 1 }, (_, at) => ({ number: at + 2, log_seq: 7 })),
      ),
    },
    inTx(async (tx) =>
      (await collectEnds(tx, NOW)).map(({ entry }) =>
        entry.kind === 'withdrawn' ? [entry.first, entry.ends.length, entry.ends[0]?.promise] : entry,
      ),
    ),
    [[2, MOST_ENDS, 2]],
  ],
  [
    'an audit follows the promises past the five hundred that it reads at a time',
    {
      withdrawal: withdrawals(...Array.from({ length: 502 }, () => ({}))),
      withdrawal_promise: promises(
        ...Array.from({ length: 500 }, (_, at) => ({ number: at + 1, text: 'none' })),
        { number: 501, text: 'another' },
        { number: 503, text: 'none' },
      ),
    },
    (db) => auditPromises(db, null),
    [
      { rule: 'log = withdrawals', where: 'promise 501', expected: 'none', found: 'another' },
      { rule: 'log = withdrawals', where: 'promise 502', expected: 'one', found: '503' },
    ],
  ],
  [
    'an address book is its owner’s, with the oldest address first',
    {
      address_book: [
        { user_id: 1, until: null },
        { user_id: 2, until: 5 },
      ],
      address_book_entry: [
        { id: id(2), added_at: 2 },
        { id: id(3), added_at: 1 },
        { id: id(1), added_at: 2 },
        { id: id(4), added_at: 1, user_id: 2 },
      ].map((row, at) => ({ user_id: 1, address: `0x${at}`, ...row })),
    },
    async (db) => [
      await Promise.all([1, 2, 3].map((userId) => bookSwitch(db, userId))),
      (await bookEntries(db, 1)).map((one) => one.id),
    ],
    [
      [{ untilMs: null }, { untilMs: 5 }, null],
      [id(3), id(1), id(2)],
    ],
  ],
  [
    'an authenticator is its owner’s until its end, and so are its recovery codes until they are used',
    {
      authenticator: [
        { user_id: 1, last_step: 5, confirmed_at: 1 },
        { user_id: 2, last_step: 6, confirmed_at: 1, off_at: NOW },
      ].map((row) => ({ secret: bytes(40), ...row })),
      recovery_code: [{ user_id: 1 }, { user_id: 1, used_at: 1 }, { user_id: 2 }].map((row, at) => {
        return { hash: `${bytes(31)}0${at}`, ...row }
      }),
    },
    async (db: Db) => [
      await authenticatorOf(db, 1, NOW),
      (await authenticatorOf(db, 2, NOW - 1))?.lastStep,
      [await authenticatorOf(db, 2, NOW), await authenticatorOf(db, 3, NOW)],
      await recoveryCodesLeft(db, 1),
    ],
    [
      { secret: Buffer.from('a'.repeat(40)), isConfirmed: true, lastStep: 5, offAtMs: null },
      6,
      [null, null],
      1,
    ],
  ],
]

testEdges(EDGES)
