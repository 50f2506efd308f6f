import { sql } from 'kysely'
import type { Tx } from './pool.ts'

/**
 * The first keys of the advisory locks that last until the end of a transaction. Triggers write the numbers of `book`, `operators`,
 * `actions`, `holds` and `votes` themselves.
 */
export const LOCKS = {
  /** One of the two books of accounts; see `010_ledger.sql`. */
  book: 7_310_010,
  /** The sessions of an address. */
  sessions: 7_310_020,
  /** The uploads of an owner. */
  uploads: 7_310_061,
  /** The texts that ship with the program. */
  shippedTexts: 7_310_062,
  /** Who is an operator. */
  operators: 7_310_090,
  /** The chain of operators' actions. */
  actions: 7_310_091,
  /** The decisions about a proposal. */
  decisions: 7_310_092,
  /** The proposals of an operator. */
  proposals: 7_310_093,
  /** What an operator has read of people. */
  readings: 7_310_094,
  /** The votes about a withdrawal. */
  votes: 7_310_096,
  /** The making of records. */
  records: 7_310_160,
  /** The drafts, agreements and applications of a user. */
  applicant: 7_310_171,
  /** An operator's looks at loans. */
  loanViews: 7_310_172,
  /** The numbers of trades and moves. */
  trades: 7_310_190,
  /** The closing of a hosting day. */
  hostingClose: 7_310_200,
  /** The numbers of hosting statements. */
  hostingStatements: 7_310_201,
  /** The proposals to hold withdrawals in one case. */
  holdCase: 7_310_521,
  /** The holds of a user's withdrawals. */
  holds: 7_310_522,
  /** The address book of a user. */
  addressBook: 7_310_540,
  /** The push subscriptions of a user, and of an endpoint. */
  pushUser: 7_310_620,
  pushEndpoint: 7_310_621,
  /** The price alerts of a user. */
  alerts: 7_310_630,
  /** The conversations of a user. */
  threads: 7_310_640,
} as const

type Lock = keyof typeof LOCKS

/** The keys of the locks that one process holds while it keeps a connection (`sessionLock.ts`); of a chain, plus its id (1 to 1000). */
export const TURNS = {
  migrations: 7_310_018_001n,
  logWriter: 7_310_018_030n,
  audit: 7_310_018_090n,
  chainWatcher: 7_310_018_100n,
  payouts: 7_310_052_000n,
  engine: 7_310_190_001n,
} as const

/** Waits for a lock of which there is only one, and holds it until the end of the transaction. */
export async function lockAll(tx: Tx, lock: Lock): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCKS[lock]}::int, 0)`.execute(tx)
}

/** The same for the lock of one name. Two names may share a lock, so it only ever makes somebody wait. */
export async function lockName(tx: Tx, lock: Lock, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCKS[lock]}::int, hashtext(${name}))`.execute(tx)
}

/** The same for the lock of one user. */
export async function lockUser(tx: Tx, lock: Lock, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCKS[lock]}::int, hashint8(${userId}::bigint))`.execute(tx)
}
