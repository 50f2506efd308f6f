import { secp256k1 } from '@noble/curves/secp256k1.js'
import { addressOfKey } from '@tickmark/chainkit/addresses'
import { messageHash } from '@tickmark/chainkit/signatures'
import { HOUSE, type AccountKey } from '@tickmark/core/ledger/accounts'
import { agreementText } from '@tickmark/core/loans/agreement'
import { LOAN } from '@tickmark/core/loans/terms'
import type { Amount } from '@tickmark/core/money/money'
import { randomBytes, randomUUID } from 'node:crypto'
import { keylessSignIn } from '../../module/proof/keyless.testing.ts'
import { insertKeylessSignIn } from '../../accounts/sessionStore.ts'
import { signHash } from '../../accounts/signIn.testing.ts'
import { insertUser } from '../../accounts/userStore.ts'
import { AUDITS } from '../../app/audit/audits.ts'
import { createTestDatabase, type TestDatabase } from '../../db/database.testing.ts'
import type { Database, Reader, Tx } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import type { CallContext } from '../../http/calls/context.ts'
import { Refused } from '../../http/calls/refused.ts'
import { fundHouse } from '../../ledger/grants.ts'
import { postTransfers } from '../../ledger/post.ts'
import { available } from '../../ledger/store.ts'
import { createNotify } from '../../messages/notify.ts'
import type { AuditFacts } from '../../module/auditRule.ts'
import type { Finding } from '../../module/finding.ts'
import { createEvents, type EventName, type Events } from '../../module/events.ts'
import { movableClock, type MovableClock } from '../../platform/clock.testing.ts'
import { silentLog } from '../../platform/log.ts'
import { askOf } from '../../orders/orders.testing.ts'
import { collectDue } from './collectDue.ts'
import { disburse } from './disburse.ts'
import { lendingMessages } from './messages.ts'
import { lendingAnswers } from './routes.ts'

/** The loans module's deps on one database connection, as one process of the house has them. */
export interface House {
  database: Database
  clock: MovableClock
  log: ReturnType<typeof silentLog>
  events: Events
}

/** Lending on a real database with a funded house; the test moves the time. */
export interface LendingFixture {
  test: TestDatabase
  house: House
  /** Another process on the same books, with its own database connections. */
  another(database: Database): House
  /** A user who may borrow; the loan itself is not stored. */
  application(more?: Partial<Application>): Promise<Application>
  /** A user whose application is under review. */
  submitted(more?: Partial<Application>): Promise<Application>
  /** A user with a loan paid out a moment ago. */
  borrower(more?: Partial<Application>): Promise<Application>
  /** Approves and pays out in one transaction. Idempotent. False when the pool is short. */
  approve(application: Application, house?: House): Promise<boolean>
  /** Lets the house look at all due loans. */
  look(house?: House): Promise<void>
  /** Moves the house's time to a moment, or to midnight of a date. */
  goTo(when: string): void
  /** Gives a user money from outside; takes it away when the amount is negative. */
  give(userId: number, amount: Amount): Promise<void>
  has(userId: number): Promise<Amount>
  /** Kinds of the user's messages in the order written, each with a fact. */
  told(userId: number): Promise<string[]>
  ask(userId: number): CallContext
  /** The number of a user's wallet, for `testOwner`. */
  walletOf(userId: number): number
  /** The audit's findings, also within an uncommitted transaction. */
  findings(within?: Tx): Promise<Finding[]>
  close(): Promise<void>
}

export interface Application {
  id: string
  userId: number
  amount: Amount
  instalments: number
  writtenAtMs: number
}

export async function openLending(startMs: number): Promise<LendingFixture> {
  const test = await createTestDatabase()
  const { db } = test.database
  const clock = movableClock({ isStill: true, startMs })
  await fundHouse(db, startMs)
  const another = (database: Database): House => {
    const log = silentLog()
    const events = createEvents(log)
    const live = { hasOpenPage: () => false, publish: () => {} }
    const languagesOf = async () => new Map<number, never>()
    const notify = createNotify({ database, clock, log, events, live, languagesOf }, () => {})
    for (const name of Object.keys(lendingMessages) as EventName[]) {
      const write = lendingMessages[name] as (event: never) => Parameters<typeof notify>[1]
      events.inTransaction(name, (tx, event) => notify(tx, write(event as never)))
    }
    return { database, clock, log, events }
  }
  const house = another(test.database)

  async function application(more: Partial<Application> = {}): Promise<Application> {
    const terms = { amount: 1_200_00000000n, instalments: 12, writtenAtMs: clock.nowMs() }
    return { id: randomUUID(), userId: await addUser(db, clock.nowMs()), ...terms, ...more }
  }

  async function approve(one: Application, by = house): Promise<boolean> {
    const work = transact(by.database.db, async (tx) => {
      if (!(await insertApplication(tx, one, clock.nowMs()))) return
      const done = await disburse(tx, by, one)
      if (!done.ok) throw new Refused('loan_pool_short')
    })
    return work.then(
      () => true,
      (thrown: unknown) => {
        if (thrown instanceof Refused) return false
        throw thrown
      },
    )
  }

  return {
    test,
    house,
    another,
    application,
    async submitted(more) {
      const one = await application(more)
      await transact(db, (tx) => insertApplication(tx, one, null))
      return one
    },
    async borrower(more) {
      const one = await application(more)
      await approve(one)
      return one
    },
    approve,
    look: (by = house) => collectDue(by),
    goTo(when) {
      clock.advance(Date.parse(when.includes('T') ? when : `${when}T00:00:00Z`) - clock.nowMs())
    },
    async give(userId, amount) {
      if (amount === 0n) return
      const own: AccountKey = { owner: userId, book: 'real', currency: LOAN.currency, kind: 'available' }
      const [from, to] =
        amount > 0n
          ? [{ ...own, owner: HOUSE, kind: 'external' as const }, own]
          : [own, { ...own, kind: 'hold' as const }]
      const [size, cause] = amount > 0n ? [amount, 'deposit' as const] : [-amount, 'withdrawal' as const]
      const posting = { from, to, amount: size, ref: randomUUID(), cause, leg: 0 }
      await transact(db, (tx) => postTransfers(tx, [posting], clock.nowMs()))
    },
    has: (userId) => available(db, userId, 'real', LOAN.currency),
    async told(userId) {
      const rows = await db
        .selectFrom('message')
        .select(['kind', 'ref'])
        .where('user_id', '=', BigInt(userId))
        .orderBy('at_ms')
        .orderBy('id')
        .execute()
      return rows.map(({ kind, ref }) => [kind, ...ref.split(':').slice(2)].join(' '))
    },
    walletOf: (userId) => wallets.get(userId) ?? 0,
    ask: (userId) => askOf(clock, userId, { book: 'real', idempotencyKey: randomUUID() }),
    async findings(within) {
      const rules = AUDITS.flat().filter(({ number }) => AUDITED.has(number))
      const check = async (reader: Reader) => {
        const found = []
        for (const one of rules)
          found.push(...(await one.check(reader, { since: null, next: null } as AuditFacts)))
        return found
      }
      return within ? check(within) : transact(db, check, { isolation: 'repeatable read' })
    },
    close: () => test.close(),
  }
}

/** Rules of the audit on the ledger and on loans. */
const AUDITED = new Set([1, 2, 3, 5, 6, 9, 19])

/** The lending calls of one process. */
export const answersOf = (house: House) => lendingAnswers(house)

let users = 0
/** The numbers of the users' wallets. */
const wallets = new Map<number, number>()
/** The keys of the users' wallets, by their addresses. */
const keys = new Map<string, Uint8Array>()

/** A user whose wallet has signed in without a key. */
async function addUser(db: Database['db'], nowMs: number): Promise<number> {
  users++
  const key = Buffer.from(users.toString(16).padStart(64, '0'), 'hex')
  const address = addressOfKey(secp256k1.getPublicKey(key), 'evm')
  keys.set(address, key)
  const inviteCode = users.toString(36).toUpperCase().padStart(8, '0')
  const given = {
    address,
    walletType: 1 as const,
    practice: false,
    invitedBy: null,
    language: 'english' as const,
  }
  const id = await transact(db, async (tx) => {
    await insertKeylessSignIn(tx, keylessSignIn(users, nowMs))
    return insertUser(tx, { ...given, inviteCode, nowMs })
  })
  if (id === null) throw new Error('the user exists already')
  wallets.set(id, users)
  return id
}

/** False when the application exists already. */
async function insertApplication(
  tx: Tx,
  application: Application,
  approvedAtMs: number | null,
): Promise<boolean> {
  const { id, userId, amount, instalments, writtenAtMs } = application
  const hash = randomBytes(32)
  const hex = hash.toString('hex')
  const site = 'http://tickmark.test'
  const owner = tx.selectFrom('users').select('address').where('id', '=', BigInt(userId))
  const { address: borrower } = await owner.executeTakeFirstOrThrow()
  const facts = { site, borrower, application: id, amount, instalments, writtenAtMs }
  const text = agreementText({ ...facts, details: hex, front: hex, back: hex, drawing: hex })
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('loan_application')
    .values({
      id,
      user_id: BigInt(userId),
      state: approvedAtMs === null ? 0 : 1,
      amount,
      instalments,
      site,
      borrower,
      written_at_ms: BigInt(writtenAtMs),
      details_hash: hash,
      front_hash: hash,
      back_hash: hash,
      drawing_hash: hash,
      wallet: 'evm',
      signature: signHash(messageHash(text, 'evm'), keys.get(borrower) ?? hash),
      submitted_at_ms: BigInt(writtenAtMs),
      decided_at_ms: approvedAtMs === null ? null : BigInt(approvedAtMs),
      decided_by: approvedAtMs === null ? null : 'simulated',
      key_number: 1,
      wrapped_key: randomBytes(60),
      sealed: randomBytes(60),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
