import { differ, timeAtStart } from '@tickmark/core/market/clocks'
import { mkdirSync, realpathSync } from 'node:fs'
import type { HouseClock } from '../platform/clock.ts'
import type { Config } from './config.ts'
import { startOrAdoptEmbedded } from '../db/embedded/embedded.ts'
import { migrate, OtherTables } from '../db/migrate.ts'
import { toldTime } from '../db/houseTimeStore.ts'
import { type Database, openDatabase, readDatabaseMs } from '../db/pool.ts'
import { isForbidden } from '../db/failures.ts'
import { mayMakeTables, missingRights, ownsTables, roleOf } from '../db/roles.ts'
import { type LiveHub, liveHub } from '../http/live/hub.ts'
import { siteOf } from '../http/calls/site.ts'
import { loadKeys } from '../platform/keys.ts'
import { fundHouse } from '../ledger/grants.ts'
import { messageOf, type Log } from '../platform/log.ts'
import { readLastTickAt } from '../market/store.ts'
import { createEvents, type Events } from '../module/events.ts'
import type { Runtime } from '../module/runtime.ts'

interface OpenedRuntime {
  runtime: Runtime
  hub: LiveHub
  /** DATA_DIR and, if different, the folder of the built-in database. */
  folders: readonly string[]
  /** Closes what the runtime opened; the database last. */
  close(): Promise<void>
}

/** Opens the database, migrates its tables and reads the keys. If a step fails, closes what it opened. */
export async function openRuntime(
  config: Config,
  clock: HouseClock,
  log: Log,
  readMs = readDatabaseMs,
): Promise<OpenedRuntime> {
  const keys = loadKeys(config.keysFile, clock.nowMs())
  const embedded = config.databaseUrl === null ? await startOrAdoptEmbedded(config.dataDir, log) : null
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const folders = [realpathSync(config.dataDir), ...(embedded === null ? [] : [embedded.folder])]
  const database = openDatabase(config.databaseUrl ?? embedded?.url ?? '', log)
  const close = async () => {
    await database.close()
    await embedded?.stop()
  }
  try {
    const ownerUrl = embedded?.ownerUrl ?? config.databaseOwnerUrl
    const done = await (ownerUrl === null ? migrateAsItself(database) : migrateAs(ownerUrl, database, log))
    if (config.mode === 'live') {
      if (await ownsTables(database.db)) throw new Error(OWNER_WANTED)
      if (await mayMakeTables(database.db)) throw new Error(NO_TABLES_WANTED)
    }
    if (done.length > 0) log.info('brought the tables up to date', { migrations: done.join(' ') })
    await resumeTime(database, clock, log, readMs)
    if (config.mode === 'sandbox') await fundHouse(database.db, clock.nowMs())
  } catch (thrown) {
    await close()
    throw thrown instanceof OtherTables ? withRemedy(thrown, config) : thrown
  }
  const events = createEvents(log)
  const used = (userId: number, nowMs: number) => events.announce('user_active', { userId, nowMs })
  const hub = liveHub({ clock, log, used })
  followOnPages(events, hub)
  const site = siteOf(config, config.port)
  const consoleSite =
    config.consoleUrl === null ? site : siteOf({ publicUrl: config.consoleUrl, moreOrigins: [] }, config.port)
  const runtime = { mode: config.mode, site, consoleSite, clock, log, keys, database, events, live: hub }
  return { runtime, hub, folders, close }
}

/** Migrates as the application's own role. Throws one sentence when that role lacks the rights it needs. */
async function migrateAsItself(database: Database): Promise<string[]> {
  const done = await migrate(database).catch((thrown: unknown) => {
    throw isForbidden(thrown) ? new Error(rightsWanted(messageOf(thrown)), { cause: thrown }) : thrown
  })
  const missing = await missingRights(database.db)
  if (missing.length === 0) return done
  const [first, ...more] = missing
  throw new Error(rightsWanted(`it lacks ${first}${more.length > 0 ? ` and ${more.length} more` : ''}`))
}

function rightsWanted(reason: string): string {
  return `DATABASE_URL: its role may not do what the house needs: ${reason}. Start once with the owner's address as DATABASE_OWNER_URL, which gives it its rights.`
}

/** Migrates as the owner of the tables, whose connections are closed afterwards, and grants the application's role its rights. */
async function migrateAs(ownerUrl: string, database: Database, log: Log): Promise<string[]> {
  const owner = openDatabase(ownerUrl, log, { db: 1, batch: 1 })
  try {
    return await migrate(owner, undefined, await roleOf(database.db))
  } finally {
    await owner.close()
  }
}

const OWNER_WANTED =
  "DATABASE_URL: a live house works with a role that does not own the tables, so that it cannot alter them or switch their triggers off. Give the owner's address as DATABASE_OWNER_URL."

const NO_TABLES_WANTED =
  "DATABASE_URL: a live house works with a role that cannot make temporary tables: their triggers could write balances. Revoke the right to them (TEMPORARY) on its database from PUBLIC, or make the role of DATABASE_OWNER_URL the database's owner."

/** Continues the house's time where it was: the log's seconds never repeat, and open orders keep their minutes. */
async function resumeTime(
  database: Database,
  clock: HouseClock,
  log: Log,
  readMs: typeof readDatabaseMs,
): Promise<void> {
  const lastTickAtMs = await readLastTickAt(database.db)
  const told = await toldTime(database.db).read()
  const databaseMs = await readMs(database)
  const machineMs = clock.wallMs()
  const startMs = timeAtStart({ machineMs, databaseMs, told, lastTickAtMs })
  const isOwn = startMs !== machineMs
  if (isOwn)
    log.warn('the house goes on in its own time, not in that of its machine', {
      ownTimeMs: machineMs - startMs,
    })
  if (isOwn || differ(startMs, clock.nowMs())) clock.begin(startMs)
}

/** Subscribes the open sockets to ended sessions and changed watchlists. */
export function followOnPages(events: Events, hub: Pick<LiveHub, 'endSession' | 'setFavourites'>): void {
  events.afterCommit('session_ended', ({ sessionId }) => hub.endSession(sessionId))
  events.afterCommit('favourites_changed', ({ userId, pids }) => hub.setFavourites(userId, pids))
}

/** Before the first release, no version migrates another version's tables. */
function withRemedy(refusal: OtherTables, config: Config): Error {
  const text = `${refusal.message} To start afresh, losing everything in it: ${commandToEmpty(config)}`
  return new Error(text, { cause: refusal })
}

/** Shell command that deletes everything a server has stored; a live server's keys stay. */
export function commandToEmpty({ databaseUrl, databaseOwnerUrl, dataDir, mode }: Config): string {
  const ours = `rm -r '${dataDir}'`
  if (databaseUrl === null) return ours
  const owner = databaseOwnerUrl === null ? 'DATABASE_URL' : 'DATABASE_OWNER_URL'
  const tables = `psql "$${owner}" -c 'drop schema public cascade' -c 'create schema public'`
  return mode === 'live' ? tables : `${tables} && ${ours}`
}
