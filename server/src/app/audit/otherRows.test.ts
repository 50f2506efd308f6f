import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteSession, takeChallenge, touchSessions } from '../../accounts/sessionStore.ts'
import { closedRow } from '../../hosting/rows.testing.ts'
import { deleteFavourite, setLanguage } from '../../accounts/userStore.ts'
import { markLinesLogged } from '../../arbitrage/lines/lineStore.ts'
import { addToBalance } from '../../arbitrage/simulated/venueStore.ts'
import { markEnded } from '../../arbitrage/trading/tradeStore.ts'
import { clearHalt } from '../../chains/console/resumeStore.ts'
import { markCredited, orphanAbove } from '../../chains/deposits/depositStore.ts'
import { dropBlocksAbove, dropBlocksBelow, haltChain } from '../../chains/deposits/store.ts'
import { putPending } from '../../console/stores/factorStore.ts'
import {
  forgetInviter,
  restoreOperator,
  revokeOperator,
  setRoles,
  suspendOperator,
} from '../../console/stores/operatorStore.ts'
import * as consoleSessions from '../../console/stores/sessionStore.ts'
import { setState as setContentState } from '../../content/editStore.ts'
import { createTestDatabase, type TestDatabase } from '../../db/database.testing.ts'
import type { Db, Tx } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import { markLogged as markDayLogged, markTold } from '../../hosting/dayStore.ts'
import { endEarly, endExpired } from '../../hosting/order/store.ts'
import { markVersionLogged } from '../../hosting/products/productStore.ts'
import { markStatementsLogged } from '../../hosting/statements/statementStore.ts'
import { updateLimit, writePauses } from '../../limits/store.ts'
import { deleteDrafted } from '../../loans/applying/draftStore.ts'
import { runningOf } from '../../loans/lending/loan.ts'
import { lockOwnLoan, putOff as putOffLoan, saveLoans } from '../../loans/lending/store.ts'
import { bindPictures, deleteIfLoose } from '../../loans/pictures/pictureStore.ts'
import { activate, endWithoutLoan } from '../../loans/store.ts'
import { keepCheckpoint } from '../../market/log/treeStore.ts'
import { deleteCandles } from '../../market/store.ts'
import { bindFiles, publishFiles } from '../../media/store.ts'
import { deleteSubscriptionsOf, dropSubscription, endJob, putOffJob } from '../../messages/pushStore.ts'
import { markRead, markReadByRef, setMuted } from '../../messages/store.ts'
import { markRefusalsLogged } from '../../orders/consent/refusalStore.ts'
import { takeSettledBatches } from '../../orders/settling/finishStore.ts'
import { deleteShared } from '../../orders/sharing/sharingStore.ts'
import { markLogged as markRecordLogged } from '../../record/store.ts'
import { markDelivered, markRead as markChatRead } from '../../support/messageStore.ts'
import { growThread } from '../../support/store.ts'
import { markPromisesLogged } from '../../withdrawals/promise/promiseStore.ts'
import { turnBookOff, turnBookOn } from '../../withdrawals/protection/bookStore.ts'
import {
  deleteAuthenticator,
  deleteIfOff,
  putSecret,
  stopReset,
} from '../../withdrawals/protection/protectionStore.ts'
import { giveBackNonce, setTakenAt } from '../../withdrawals/withdrawal/nonceStore.ts'
import {
  deleteGasOwed,
  lockWithdrawal,
  noteBlock,
  putOff,
  setState,
} from '../../withdrawals/withdrawal/store.ts'
import { bytes, DAY, id, NOW, type Row, write } from './edges.testing.ts'

let own: TestDatabase
beforeAll(async () => {
  own = await createTestDatabase()
})
afterAll(() => own.close())

type Write = (tx: Tx & Db) => Promise<unknown>

const two = (row: (at: number) => Row): Row[] => [row(1), row(2)]
const three = (column: string, other: string): Row[] => [
  { [column]: 1, [other]: 1 },
  { [column]: 1, [other]: 2 },
  { [column]: 2, [other]: 1 },
]
/** A row of each of two operators. */
const ofEach = (row: (at: number) => Row, column = 'operator') =>
  two((at) => ({ [column]: at === 1 ? 'ann' : 'cem', ...row(at) }))
const hashed = (at: number) => `${bytes(31)}0${at}`
const hash = (at: number) => Buffer.from(`${'61'.repeat(31)}0${at}`, 'hex')

const WITHDRAWN = two((at) => ({ id: id(at), nonce: id(at), place: at, gas_price: 0, state: 0 }))
const AUTHENTICATOR = two((at) => ({ user_id: at, secret: bytes(40), confirmed_at: 1, off_at: NOW }))
const SEALED = { key_number: 1, wrapped_key: bytes(1), sealed: bytes(1) }
const WAITING = { state: 0, instalments: 6, wallet: 'evm', ...SEALED }
const APPLIED = two((at) => ({ id: id(at), user_id: at, ...WAITING }))
const PICTURES = two((at) => ({ id: id(at), user_id: 1, purpose: 'front', bytes: 1, sealed: bytes(29) }))
const HOSTED = two((at) => ({
  id: id(at),
  number: at,
  book: 0,
  days: 1,
  principal: 1_000_000,
  placed_at_ms: 0,
  shares_from_ms: DAY,
  expires_at_ms: 2 * DAY,
}))
const CLOSED = two((at) => closedRow(9 + at, { profit: 7, earned: 7, pool: 3, real_paid: 3 }))
const FILES = { content: bytes(1), bytes: 1 }
const SESSIONS = two((at) => ({
  id: id(at),
  operator: 'ann',
  token: bytes(at),
  challenge: 'c',
  challenge_ms: 1,
}))
const BLOCKS = [
  [1, 3],
  [1, 2],
  [2, 3],
].map(([chain, number]) => ({ chain, number }))
const HALTED = two((at) => ({ chain: at, halted_because: 'reorganised', halted_at_ms: 1 }))
const ASKED = { from_user: true, operator_name: '' }
const SAID = [
  { thread: id(1), number: 2, ...ASKED },
  { thread: id(1), number: 3, ...ASKED },
  { thread: id(2), number: 2, ...ASKED },
  { thread: id(1), number: 1, from_user: false, operator: 'ann', operator_name: 'Ann' },
]
const JOBS = three('subscription', 'message').map((row) => ({
  subscription: id(Number(row['subscription'])),
  message: id(Number(row['message'])),
  due_at_ms: 1,
}))
const JOB = { subscription: { id: id(1) }, messageId: id(1) } as Parameters<typeof endJob>[1]
const SUBSCRIBED = two((at) => ({
  id: id(at),
  session_id: id(at),
  endpoint: String(at),
  p256dh: bytes(65),
  auth: bytes(16),
}))
const TOLD = [
  [1, 'ab'],
  [1, 'b'],
  [2, 'ab'],
].map(([user_id, ref], at) => ({ id: id(at + 1), user_id, ref, category: 'money', facts: '{}' }))
const LIMITS = [
  [1, 'lossDay'],
  [1, 'stakeDay'],
  [2, 'lossDay'],
].map(([user_id, kind]) => ({ user_id, kind, value: 5 }))
const LIMIT = { value: 4, pending: null, changedAtMs: NOW }

/** A write, and rows of the tables that it is about: of each table it changes the first row alone. */
const WRITES: [what: string, tables: Record<string, Row[]>, write: Write][] = [
  ['a text to sign', { challenge: two((at) => ({ nonce: String(at) })) }, (tx) => takeChallenge(tx, '1')],
  [
    'a session’s use',
    { session: two((at) => ({ id: id(at), token: bytes(at), transport: 'cookie' })) },
    (tx) => touchSessions(tx, [{ session: { id: id(1) }, usedMs: NOW }]),
  ],
  [
    'a session’s end',
    { session: two((at) => ({ id: id(at), token: bytes(at), transport: 'cookie', address: 'a' })) },
    (tx) => deleteSession(tx, 'a', id(1)),
  ],
  [
    'a language',
    {
      users: two((at) => ({
        id: at,
        address: `0x${String(at).repeat(40)}`,
        invite_code: `ABCDEFG${at}`,
        language: 'english',
      })),
    },
    (tx) => setLanguage(tx, 1, 'arab'),
  ],
  ['a favourite', { favourite: three('user_id', 'pid') }, (tx) => deleteFavourite(tx, 1, 1)],
  [
    'lines in the log',
    { arbitrage_line: two((at) => ({ number: at, about: id(at), kind: 0 })) },
    (tx) => markLinesLogged(tx, 1, 1, 5),
  ],
  ...[1n, -1n].map((amount): [string, Record<string, Row[]>, Write] => [
    `a venue's balance, by ${amount}`,
    { simulated_venue_balance: three('venue', 'currency').map((row) => ({ ...row, amount: 5 })) },
    (tx) => addToBalance(tx, 1, 1, amount),
  ]),
  [
    'a trade’s end',
    { arbitrage_trade: two((at) => ({ id: id(at), pid: 1 })) },
    (tx) => markEnded(tx, id(1), NOW),
  ],
  ['a halt', { chain_state: two((at) => ({ chain: at })) }, (tx) => haltChain(tx, 1, 'reorganised', NOW)],
  [
    'the end of a halt',
    { chain_state: HALTED, chain_resume: [] },
    (tx) => clearHalt(tx, { chain: 1, haltedAt: 1, proposalId: id(1), atMs: NOW }),
  ],
  [
    'blocks that are gone',
    {
      chain_block: BLOCKS,
      chain_move: BLOCKS.map(({ chain, number }) => ({ chain, block: number, txid: `${number}` })),
    },
    (tx) => dropBlocksAbove(tx, 1, 2),
  ],
  [
    'old blocks',
    { chain_block: [BLOCKS[1] ?? {}, { chain: 1, number: 3 }, { chain: 2, number: 2 }] },
    (tx) => dropBlocksBelow(tx, 1, 3),
  ],
  [
    'deposits that are gone',
    {
      deposit: BLOCKS.map(({ chain, number }, at) => ({
        id: id(at + 1),
        chain,
        block: number,
        txid: `${at}`,
      })),
    },
    (tx) => orphanAbove(tx, 1, 2, NOW),
  ],
  [
    'a credited deposit',
    { deposit: two((at) => ({ id: id(at), txid: String(at) })) },
    (tx) => markCredited(tx, [{ id: id(1), posted: 1n }], NOW),
  ],
  [
    'an operator’s new secret',
    { operator_code: ofEach(() => ({ secret: bytes(40), since_ms: 1 })) },
    (tx) => putPending(tx, 'ann', Buffer.from('b'.repeat(40))),
  ],
  [
    'an operator’s return',
    { operator: ofEach(() => ({ roles: ['support'], revoked_by: 'x', revoked_ms: 1 }), 'address') },
    (tx) =>
      restoreOperator(tx, {
        address: 'ann',
        name: 'Ann',
        roles: ['viewer'],
        invitedBy: 'x',
        byLink: false,
        atMs: NOW,
      }),
  ],
  [
    'an inviter',
    { operator: ofEach(() => ({ invited_by: 'x', roles: ['support'] }), 'address') },
    (tx) => forgetInviter(tx, 'ann'),
  ],
  [
    'roles',
    { operator: ofEach(() => ({ roles: ['support'] }), 'address') },
    (tx) => setRoles(tx, 'ann', ['editor']),
  ],
  [
    'an operator who is thrown out',
    {
      operator: ofEach(() => ({ roles: ['support'] }), 'address'),
      operator_link: ofEach((at) => ({ hash: hashed(at) })),
      operator_session: ofEach((at) => ({ id: id(at), token: bytes(at) })),
    },
    (tx) => suspendOperator(tx, 'ann', 'ben', NOW),
  ],
  [
    'an operator who is revoked',
    {
      operator: ofEach(() => ({ roles: ['support'] }), 'address'),
      operator_link: ofEach((at) => ({ hash: hashed(at) })),
      operator_session: ofEach((at) => ({ id: id(at), token: bytes(at) })),
      operator_passkey: ofEach((at) => ({ id: String(at) })),
      operator_code: ofEach(() => ({ secret: bytes(40), since_ms: 1 })),
    },
    (tx) => revokeOperator(tx, 'ann', 'ben', NOW),
  ],
  [
    'an operator’s text to sign',
    { operator_challenge: two((at) => ({ nonce: String(at) })) },
    (tx) => consoleSessions.takeChallenge(tx, '1'),
  ],
  ...Object.entries<Write>({
    'the use of an operator’s session': (tx) => consoleSessions.touchSession(tx, id(1), NOW),
    'the end of an operator’s session': (tx) => consoleSessions.endSessions(tx, 'ann', id(1), NOW),
    'a factor that was proven': (tx) => consoleSessions.completeSession(tx, id(1), NOW),
    'what a passkey is to sign': (tx) => consoleSessions.putWebauthnChallenge(tx, id(1), 'd', NOW),
    'what a passkey signs': (tx) => consoleSessions.takeWebauthnChallenge(tx, id(1), NOW),
  }).map(([what, work]): [string, Record<string, Row[]>, Write] => [
    what,
    { operator_session: SESSIONS },
    work,
  ]),
  [
    'all sessions of an operator',
    { operator_session: ofEach((at) => ({ id: id(at), token: bytes(at) })) },
    (tx) => consoleSessions.endSessions(tx, 'ann', null, NOW),
  ],
  [
    'the link before a new one',
    {
      operator_link: [{}, { operator: 'cem' }, { used_ms: 1 }].map((row, at) => ({
        operator: 'ann',
        hash: hashed(at),
        ...row,
      })),
    },
    (tx) => consoleSessions.putLink(tx, hash(9), 'ann', NOW),
  ],
  [
    'a link',
    { operator_link: ofEach((at) => ({ hash: hashed(at), expires_ms: NOW + 1 })) },
    (tx) => consoleSessions.takeLink(tx, hash(1), NOW),
  ],
  [
    'an article’s state',
    {
      content_item: two((at) => ({ id: at, kind: 'news', key: `k${at}`, state: 'published', publish_at: 1 })),
    },
    (tx) => setContentState(tx, 1, 'withdrawn', 5),
  ],
  ['a day in the log', { hosting_day: CLOSED }, (tx) => markDayLogged(tx, 10, 5)],
  ...[5, null].map((user): [string, Record<string, Row[]>, Write] => [
    `a day that was told, up to user ${user}`,
    { hosting_untold: two((at) => ({ day: at })) },
    (tx) => markTold(tx, 1, user),
  ]),
  ['an early exit', { hosting_order: HOSTED }, (tx) => endEarly(tx, id(1), { atMs: 0, fee: 0n, number: 1 })],
  ['an expiry', { hosting_order: HOSTED }, (tx) => endExpired(tx, [id(1)], 2 * DAY)],
  [
    'a product’s version in the log',
    {
      hosting_product: three('mid', 'version').map((row) => ({ ...row, least: 1_000_000, most: 1_000_000 })),
    },
    (tx) => markVersionLogged(tx, { mid: 1, version: 1 }, 5),
  ],
  [
    'statements in the log',
    { hosting_statement: two((at) => ({ number: at, kind: 0, order_id: id(at), signature: bytes(64) })) },
    (tx) => markStatementsLogged(tx, 1, 1, 5),
  ],
  [
    'promises of withdrawals in the log',
    { withdrawal_promise: two((at) => ({ number: at, withdrawal: id(at), signature: bytes(64) })) },
    (tx) => markPromisesLogged(tx, 1, 1, 5),
  ],
  ['a limit', { user_limit: LIMITS }, (tx) => updateLimit(tx, 1, 'lossDay', LIMIT)],
  [
    'a break',
    { user_break: two((at) => ({ user_id: at })) },
    (tx) => writePauses(tx, 1, { breakUntilMs: 5, excludedUntilMs: 5, changedAtMs: 5 }),
  ],
  [
    'a draft that was sent',
    {
      loan_draft: two((at) => ({ user_id: at })),
      loan_agreement: two((at) => ({ user_id: at, instalments: 6 })),
    },
    (tx) => deleteDrafted(tx, 1),
  ],
  ['an application’s picture', { loan_picture: PICTURES }, (tx) => bindPictures(tx, [id(1)], id(9))],
  [
    'a loose picture',
    { loan_picture: PICTURES, loan_draft: [], loan_agreement: [] },
    (tx) => deleteIfLoose(tx, 1, id(1)),
  ],
  ['an approval', { loan_application: APPLIED }, (tx) => activate(tx, id(1), 'x', NOW)],
  [
    'an application’s end',
    { loan_application: APPLIED },
    (tx) => endWithoutLoan(tx, id(1), { ending: 'lapsed', decision: null, atMs: NOW }),
  ],
  [
    'a loan to look at later',
    { loan: two((at) => ({ id: id(at), next_at_ms: 1 })) },
    (tx) => putOffLoan(tx, id(1), NOW),
  ],
  [
    'a loan that is repaid',
    {
      loan_application: APPLIED.map((row) => ({ ...row, state: 1, decided_at_ms: 1, decided_by: 'x' })),
      loan: two((at) => ({ id: id(at), next_at_ms: 1 })),
      loan_instalment: two((at) => ({ loan: id(at), number: 1, amount: 1_000_000, told: 0 })),
    },
    async (tx) => {
      const before = await lockOwnLoan(tx, 1, id(1))
      if (!before) throw new Error('the user has the loan')
      const instalments = before.instalments.map((one) => ({ ...one, isPaid: true }))
      await saveLoans(tx, [{ before, after: { ...runningOf(before), instalments }, againMs: null }], NOW)
    },
  ],
  [
    'a head of the log that is kept',
    { log_checkpoint: [2, 3, 1].map((size) => ({ size })) },
    (tx) => keepCheckpoint(tx, 2),
  ],
  [
    'old candles',
    {
      candle: [
        [60, 4],
        [60, 5],
        [300, 4],
      ].map(([period, opened_at]) => ({ period, opened_at })),
    },
    (tx) => deleteCandles(tx, 60, 5),
  ],
  [
    'a file in use',
    { uploaded_file: two((at) => ({ id: id(at), owner_user: 1, ...FILES })) },
    (tx) => bindFiles(tx, [id(1)], null),
  ],
  [
    'a file for everybody',
    { uploaded_file: two((at) => ({ id: id(at), owner_operator: 'a', ...FILES })) },
    (tx) => publishFiles(tx, [id(1)]),
  ],
  ['a push that was sent', { push_job: JOBS }, (tx) => endJob(tx, JOB)],
  ['a push to send later', { push_job: JOBS }, (tx) => putOffJob(tx, JOB, NOW)],
  ['a browser that is gone', { push_subscription: SUBSCRIBED }, (tx) => dropSubscription(tx, id(1))],
  ['a browser of a session', { push_subscription: SUBSCRIBED }, (tx) => deleteSubscriptionsOf(tx, id(1))],
  ['a message that was read', { message: TOLD }, (tx) => markRead(tx, 1, [id(1)], NOW)],
  [
    'messages that were read',
    { message: [TOLD[0] ?? {}, TOLD[2] ?? {}] },
    (tx) => markRead(tx, 1, null, NOW),
  ],
  ['messages about something', { message: TOLD }, (tx) => markReadByRef(tx, 1, 'a', NOW)],
  [
    'a kind of messages',
    {
      message_mute: [
        [1, 'orders'],
        [1, 'money'],
        [2, 'orders'],
      ].map(([user_id, category]) => ({ user_id, category })),
    },
    (tx) => setMuted(tx, 1, 'orders', false),
  ],
  [
    'refusals in the log',
    {
      order_refusal: two((at) => ({ number: at, order_id: id(at), code: 'some_code', signature: bytes(64) })),
    },
    (tx) => markRefusalsLogged(tx, [1n], 5),
  ],
  [
    'orders to tell of',
    { settled_batch: two((at) => ({ batch: at, users: [1], ids: [id(1)] })) },
    (tx) => takeSettledBatches(tx, 1),
  ],
  [
    'a receipt that is shared',
    { shared_receipt: two((at) => ({ order_id: id(at), name: String(at).repeat(22) })) },
    (tx) => deleteShared(tx, { id: id(1) } as Parameters<typeof deleteShared>[1]),
  ],
  [
    'a record in the log',
    { record_day: ['2026-11-24', '2026-11-25'].map((day) => ({ day, figures: '{}' })) },
    (tx) => markRecordLogged(tx, '2026-11-24', 5),
  ],
  ['chat that was read', { chat_message: SAID }, (tx) => markChatRead(tx, id(1), 2, 'user', NOW)],
  [
    'chat that arrived',
    { chat_message: SAID },
    (tx) => markDelivered(tx, [{ threadId: id(1), first: 1, last: 2 }], 'user', NOW),
  ],
  [
    'a conversation',
    { thread: two((at) => ({ id: id(at), subject: 'order', subject_id: id(at), messages: 1 })) },
    (tx) => growThread(tx, id(1), { messages: 2, movedAtMs: 2, waitingSinceMs: null }),
  ],
  ['an authenticator', { authenticator: AUTHENTICATOR }, (tx) => deleteAuthenticator(tx, 1)],
  ['an authenticator that is off', { authenticator: AUTHENTICATOR }, (tx) => deleteIfOff(tx, 1, NOW)],
  ['a reset', { authenticator: AUTHENTICATOR }, (tx) => stopReset(tx, 1)],
  [
    'a new secret',
    { authenticator: two((at) => ({ user_id: at, secret: bytes(40) })) },
    (tx) => putSecret(tx, 1, Buffer.from('b'.repeat(40))),
  ],
  ['an address book', { address_book: two((at) => ({ user_id: at, until: 5 })) }, (tx) => turnBookOn(tx, 1)],
  [
    'an address book that ends',
    { address_book: two((at) => ({ user_id: at, until: null })) },
    (tx) => turnBookOff(tx, 1, 5),
  ],
  [
    'a nonce that comes back',
    {
      withdrawal_slot: two((at) => ({ chain: at, withdrawal: id(at), nonce: 1 })),
      hot_nonce: two((at) => ({ chain: at, next: 2 })),
    },
    (tx) => giveBackNonce(tx, { id: id(1), chainId: 1 } as Parameters<typeof giveBackNonce>[1]),
  ],
  [
    'a nonce that is taken',
    { withdrawal_slot: two((at) => ({ withdrawal: id(at), nonce: at })) },
    (tx) => setTakenAt(tx, id(1), 5),
  ],
  [
    'gas that was owed',
    { gas_owed: two((at) => ({ withdrawal: id(at) })) },
    (tx) => deleteGasOwed(tx, id(1)),
  ],
  ['a withdrawal to try later', { withdrawal: WITHDRAWN }, (tx) => putOff(tx, id(1), NOW)],
  ['a payment’s block', { withdrawal: WITHDRAWN }, (tx) => noteBlock(tx, id(1), { txid: 't', block: 1 })],
  [
    'a withdrawal’s state',
    { withdrawal: WITHDRAWN },
    async (tx) => {
      const withdrawal = await lockWithdrawal(tx, id(1))
      if (!withdrawal) throw new Error('there is the withdrawal')
      await setState(tx, withdrawal, 'approved', NOW, {})
    },
  ],
]

async function rowsOf(tx: Tx, table: string): Promise<string[]> {
  const { rows } = await sql<{ row: string }>`
    select to_jsonb(one)::text as row from ${sql.table(table)} one`.execute(tx)
  return rows.map(({ row }) => row)
}

test.each(WRITES)(
  'what is written about %s leaves every other row as it was',
  async (_what, tables, work) => {
    await write(own.database.db, tables)
    await transact(own.database.db, async (tx) => {
      // Past triggers and references: each case is about one statement alone.
      await sql`set local session_replication_role = replica`.execute(tx)
      const names = Object.keys(tables)
      const before = new Map<string, string[]>()
      for (const table of names) before.set(table, await rowsOf(tx, table))
      await work(tx as Tx & Db)
      for (const table of names) {
        const after = await rowsOf(tx, table)
        const changed = (before.get(table) ?? []).filter((row) => !after.includes(row))
        const [first] = tables[table] ?? []
        expect(changed.map((row) => JSON.parse(row) as Row)).toMatchObject(first ? [first] : [])
      }
    })
  },
)
