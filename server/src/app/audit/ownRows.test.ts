import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteAlert } from '../../alerts/store.ts'
import { markMoved, markTold } from '../../arbitrage/trading/tradeStore.ts'
import { confirmPending, deletePasskey, notePasskeyUse } from '../../console/stores/factorStore.ts'
import { completeSession } from '../../console/stores/sessionStore.ts'
import { createTestDatabase, type TestDatabase } from '../../db/database.testing.ts'
import type { Db, Tx } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import { ownOrder as ownHosting } from '../../hosting/order/store.ts'
import { hasApplication, ownLoan } from '../../loans/lending/store.ts'
import { findFree, findOwnPicture } from '../../loans/pictures/pictureStore.ts'
import { deleteSubscription } from '../../messages/pushStore.ts'
import { markRead } from '../../messages/store.ts'
import { orderById } from '../../orders/order/store.ts'
import { ownSwap } from '../../swaps/store.ts'
import { deleteEntry, usableFromMs } from '../../withdrawals/protection/bookStore.ts'
import {
  beginReset,
  confirmSecret,
  isRecoveryCode,
  spendRecoveryCode,
  spendStep,
} from '../../withdrawals/protection/protectionStore.ts'
import { ownWithdrawal } from '../../withdrawals/withdrawal/store.ts'
import { bytes, id, NOW, type Row, write } from './edges.testing.ts'

let own: TestDatabase
beforeAll(async () => {
  own = await createTestDatabase()
})
afterAll(() => own.close())

const bytesOf = (length: number) => Buffer.from('a'.repeat(length))
const OTHER = Buffer.from('b'.repeat(40))
const FILL = { state: 'partial', filled: 2n, quote: 1n, fee: 0n } as const

type Write = (tx: Tx & Db) => Promise<boolean | number>

/** What may be done once, the rows, attempts that must do nothing, and the one that does it. */
const ONCE: [what: string, tables: Record<string, Row[]>, vain: Write[], done: Write][] = [
  [
    'an alert is deleted by its owner',
    { price_alert: [{ user_id: 1, kind: 'price' }] },
    [(db) => deleteAlert(db, 2, id(1)), (db) => deleteAlert(db, 1, id(2))],
    (db) => deleteAlert(db, 1, id(1)),
  ],
  [
    'an address leaves its owner’s book',
    { address_book_entry: [{ user_id: 1 }] },
    [(db) => deleteEntry(db, 2, id(1)), (db) => deleteEntry(db, 1, id(2))],
    (db) => deleteEntry(db, 1, id(1)),
  ],
  [
    'a browser is forgotten by its owner',
    { push_subscription: [{ user_id: 1, endpoint: 'one', p256dh: bytes(65), auth: bytes(16) }] },
    [(db) => deleteSubscription(db, 2, 'one'), (db) => deleteSubscription(db, 1, 'other')],
    (db) => deleteSubscription(db, 1, 'one'),
  ],
  [
    'messages are read by their owner',
    { message: [{ user_id: 1, category: 'orders', facts: {} }] },
    [(tx) => markRead(tx, 2, null, NOW), (tx) => markRead(tx, 2, [id(1)], NOW)],
    (tx) => markRead(tx, 1, null, NOW),
  ],
  [
    'a passkey is removed by its operator',
    { operator_passkey: [{ id: 'key', operator: 'ann' }] },
    [(tx) => deletePasskey(tx, 'ben', 'key'), (tx) => deletePasskey(tx, 'ann', 'other')],
    (tx) => deletePasskey(tx, 'ann', 'key'),
  ],
  [
    'a passkey’s use counts from the counter that was checked',
    { operator_passkey: [{ id: 'key', operator: 'ann', counter: 5 }] },
    [
      (tx) => notePasskeyUse(tx, 'ben', { id: 'key', was: 5, counter: 6, atMs: NOW }),
      (tx) => notePasskeyUse(tx, 'ann', { id: 'other', was: 5, counter: 6, atMs: NOW }),
      (tx) => notePasskeyUse(tx, 'ann', { id: 'key', was: 4, counter: 6, atMs: NOW }),
    ],
    (tx) => notePasskeyUse(tx, 'ann', { id: 'key', was: 5, counter: 6, atMs: NOW }),
  ],
  [
    'an operator’s started secret comes into force',
    { operator_code: [{ operator: 'ann', pending: bytes(40) }] },
    [
      (tx) => confirmPending(tx, 'ben', bytesOf(40), { step: 1, atMs: NOW }),
      (tx) => confirmPending(tx, 'ann', OTHER, { step: 1, atMs: NOW }),
    ],
    (tx) => confirmPending(tx, 'ann', bytesOf(40), { step: 1, atMs: NOW }),
  ],
  [
    'a user’s started secret comes into force',
    { authenticator: [{ user_id: 1, secret: bytes(40) }] },
    [
      (tx) => confirmSecret(tx, 2, bytesOf(40), 1, NOW),
      (tx) => confirmSecret(tx, 1, OTHER, 1, NOW),
      (tx) => spendStep(tx, 1, 2),
      (tx) => beginReset(tx, 1, NOW),
    ],
    (tx) => confirmSecret(tx, 1, bytesOf(40), 1, NOW),
  ],
  [
    'an authenticator gets its end',
    { authenticator: [{ user_id: 1, secret: bytes(40), confirmed_at: 1 }] },
    [(tx) => beginReset(tx, 2, NOW)],
    (tx) => beginReset(tx, 1, NOW),
  ],
  [
    'a recovery code is used by its owner',
    { recovery_code: [{ user_id: 1, hash: bytes(32) }] },
    [
      (tx) => spendRecoveryCode(tx, 2, bytesOf(32), NOW),
      (tx) => spendRecoveryCode(tx, 1, OTHER, NOW),
      (tx) => isRecoveryCode(tx, 2, bytesOf(32)),
    ],
    (tx) => spendRecoveryCode(tx, 1, bytesOf(32), NOW),
  ],
  [
    'a venue’s answer is stored',
    { arbitrage_order: [{ size: 9 }] },
    [(tx) => markTold(tx, id(2), FILL, NOW)],
    (tx) => markTold(tx, id(1), FILL, NOW),
  ],
  [
    'a move is booked',
    { arbitrage_move: [{ from_venue: 1, to_venue: 2 }] },
    [(tx) => markMoved(tx, id(2), NOW)],
    (tx) => markMoved(tx, id(1), NOW),
  ],
]

test.each(ONCE)('once, and not for anybody else: %s', async (_what, tables, vain, done) => {
  await write(own.database.db, tables)
  const attempt = async (work: Write) => Number(await transact(own.database.db, (tx) => work(tx as Tx & Db)))
  for (const one of vain) expect(await attempt(one)).toBe(0)
  expect(await attempt(done)).toBe(1)
  expect(await attempt(done)).toBe(0)
})

test('the factor of a session that has ended is proven no more', async () => {
  await write(own.database.db, {
    operator_session: [
      { operator: 'ann', token: bytes(1) },
      { operator: 'ann', token: bytes(2), ended_ms: 1 },
    ],
  })
  const proven = (session: string) => transact(own.database.db, (tx) => completeSession(tx, session, NOW))
  expect([await proven(id(1)), await proven(id(2)), await proven(id(3))]).toEqual([true, false, false])
})

const TERMS = { days: 1, principal: 1_000_000, placed_at_ms: 0, shares_from_ms: 86_400_000 }
const APPLIED = {
  state: 0,
  instalments: 6,
  wallet: 'evm',
  key_number: 1,
  wrapped_key: bytes(1),
  sealed: bytes(1),
}

const PICTURE = { user_id: 1, purpose: 'front', bytes: 4 }

type Read = (db: Db, userId: number, id: string) => Promise<unknown>

/** What a user reads by its number, the row of user 1, and the read. */
const OWN: [what: string, tables: Record<string, Row[]>, read: Read][] = [
  ['an order', { placed_order: [{ user_id: 1, book: 0, direction: 0 }] }, orderById],
  ['a swap', { swap: [{ user_id: 1, book: 0, source: 1, target: 2 }] }, ownSwap],
  ['a withdrawal', { withdrawal: [{ user_id: 1, nonce: id(1), gas_price: 0, state: 0 }] }, ownWithdrawal],
  [
    'a hosting order',
    { hosting_order: [{ user_id: 1, book: 0, expires_at_ms: 2 * TERMS.shares_from_ms, ...TERMS }] },
    ownHosting,
  ],
  ['an application', { loan_application: [{ user_id: 1, ...APPLIED }] }, hasApplication],
  [
    'a loan',
    { loan_application: [{ user_id: 1, ...APPLIED }], loan: [{ next_at_ms: 1 }], loan_instalment: [] },
    ownLoan,
  ],
  ['a picture', { loan_picture: [PICTURE] }, findOwnPicture],
  ['a picture of no application', { loan_picture: [PICTURE] }, findFree],
  ['when an address may be paid', { address_book_entry: [{ user_id: 1, address: id(1) }] }, usableFromMs],
]

test.each(OWN)('nobody else reads %s by its number', async (_what, tables, read) => {
  const { db } = own.database
  await write(db, tables)
  const isRead = async (userId: number, number: string) => Boolean(await read(db, userId, number))
  expect([await isRead(1, id(1)), await isRead(2, id(1)), await isRead(1, id(2))]).toEqual([
    true,
    false,
    false,
  ])
})
