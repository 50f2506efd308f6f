import {
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type RawBuilder,
  sql,
  type Transaction,
} from 'kysely'
import pg from 'pg'
import type { Log } from '../platform/log.ts'
import { isConnectionLoss } from './failures.ts'
import type { Schema } from './schema.ts'

declare const role: unique symbol

/** Queries outside a transaction: each statement commits alone. */
export type Db = Kysely<Schema> & { readonly [role]: 'db' }

/** Queries inside one transaction; only `transact` gives it out. */
export type Tx = Transaction<Schema> & { readonly [role]: 'tx' }

/** For reads that are correct in either. */
export type Reader = Kysely<Schema>

/** A part of a statement, made by a store, which other modules only pass on. */
export type SqlPart = RawBuilder<unknown>

/** Access to one database. */
export interface Database {
  /** For everything except batches. */
  db: Db
  /**
   * For set-based functions over arrays: generic plans that walk indexes, so that a small batch never hashes or scans a
   * table of millions. Statements are parsed once per connection. Reports and one-off queries belong on `db`.
   */
  batch: Db
  /** A dedicated connection for session locks and LISTEN; the caller ends it. Not yet connected. */
  dedicated(): pg.Client
  /** Its address with the password, for a process of ours. */
  url: string
  close(): Promise<void>
}

/** How long a caller waits for a connection. */
const PATIENCE_MS = 10_000

interface PoolOptions {
  db?: number
  batch?: number
  /** Settings of the sessions of `db`, such as `lock_timeout=1000`. */
  settings?: string[]
  /** Instead of `PATIENCE_MS`. */
  patienceMs?: number
}

const batchOptions = [
  'plan_cache_mode=force_generic_plan',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'enable_seqscan=off',
]

/** Opens both pools, which connect on first use. A lost connection is logged and replaced, never fatal. */
export function openDatabase(url: string, log: Log, given: PoolOptions = {}): Database {
  let isClosing = false
  const onLoss = (error: Error) => {
    if (!isClosing) log.warn('a database connection was lost', { reason: error.message })
  }
  const { patienceMs = PATIENCE_MS } = given
  const main = openPool(url, onLoss, { max: given.db ?? 12, patienceMs }, given.settings ?? [])
  const batch = openPool(url, onLoss, { max: given.batch ?? 4, patienceMs }, batchOptions)
  const dedicated = () => new pg.Client(connectionConfig(url, [])).on('error', onLoss)
  const close = async () => {
    isClosing = true
    await Promise.all([main.end(), batch.end()])
  }
  const nameOf = statementNames()
  const nameOfHot: StatementNames = (text) => (text.startsWith(HOT) ? nameOf(text) : undefined)
  return { db: queries(main, log, nameOfHot), batch: queries(batch, log, nameOf), dedicated, url, close }
}

const logs = new WeakMap<object, Log>()

/** The log given when the database was opened. */
export function logOf(db: Db): Log {
  const log = logs.get(db)
  if (log === undefined) throw new Error('this Db was not made by openDatabase')
  return log
}

function queries(pool: pg.Pool, log: Log, nameOf: StatementNames): Db {
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: discarding(pool, nameOf) }) }) as Db
  logs.set(db, log)
  return db
}

/** How the text of a frequent statement begins, so that it is parsed once per connection on `db`, too. */
export const HOT = '/* hot */'

/**
 * The name under which a statement is prepared, once per connection; undefined for a statement that is parsed each
 * time.
 */
type StatementNames = (text: string) => string | undefined

/** Names the first hundred texts, so that generated texts cannot fill the server's memory. */
function statementNames(): StatementNames {
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined || names.size >= 100) return known
    const name = `hot${names.size}`
    names.set(text, name)
    return name
  }
}

/**
 * The pool in Kysely's interface. When PostgreSQL ends a session, the query fails a moment before the socket closes.
 * Without this class the pool would lend the dying connection to the next query.
 */
function discarding(pool: pg.Pool, nameOf: StatementNames): PostgresPool {
  const connect = async () => {
    const client = await pool.connect()
    let isLost = false
    const query = async (text: string, values: unknown[]) => {
      try {
        const name = values.length === 0 ? undefined : nameOf(text)
        return await client.query(name === undefined ? { text, values } : { name, text, values })
      } catch (thrown) {
        isLost ||= isConnectionLoss(thrown)
        throw thrown
      }
    }
    return {
      query,
      release: (destroy = false) => client.release(destroy || isLost),
    } as unknown as PostgresPoolClient
  }
  return { connect, end: () => pool.end(), options: pool.options }
}

function openPool(
  url: string,
  onLoss: (error: Error) => void,
  { max, patienceMs }: { max: number; patienceMs: number },
  options: string[],
): pg.Pool {
  const waits = { connectionTimeoutMillis: patienceMs, idleTimeoutMillis: 60_000 }
  const pool = new pg.Pool({ ...connectionConfig(url, options), ...waits, max })
  // The pool forwards errors of idle connections only; a lent connection's error event needs a listener.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', onLoss))
  return pool
}

function connectionConfig(url: string, options: string[]): pg.ClientConfig {
  const session = [
    'timezone=UTC',
    'idle_in_transaction_session_timeout=60000',
    'lock_timeout=30000',
    ...options,
  ]
  return {
    connectionString: url,
    connectionTimeoutMillis: PATIENCE_MS,
    keepAlive: true,
    application_name: 'tickmark',
    options: session.map((setting) => `-c ${setting}`).join(' '),
    types: columnTypes(),
  }
}

/** int8 becomes `bigint`; json stays text, so that a store parses it with a schema; all other types as in pg. */
function columnTypes(): pg.TypeOverrides {
  const types = new pg.TypeOverrides()
  types.setTypeParser(pg.types.builtins.INT8, BigInt)
  types.setTypeParser(int8Array, parseBigints)
  types.setTypeParser(pg.types.builtins.JSON, String)
  types.setTypeParser(pg.types.builtins.JSONB, String)
  return types
}

/** PostgreSQL's number for the type int8[], which pg has no name for. */
const int8Array = 1016

function parseBigints(text: string): (bigint | null)[] {
  if (text === '{}') return []
  return text
    .slice(1, -1)
    .split(',')
    .map((item) => (item === 'NULL' ? null : BigInt(item)))
}

/** The database's clock, in ms since the Unix epoch. */
export async function readDatabaseMs({ db }: Database): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db)
  return rows[0]?.ms ?? Number.NaN
}

/** Whether the database answers now. */
export async function isReachable({ db }: Database): Promise<boolean> {
  try {
    await sql`select 1`.execute(db)
    return true
  } catch {
    return false
  }
}
