import type { Clock } from '../platform/clock.ts'
import type { Config } from './config.ts'
import { startOrAdoptEmbedded } from '../db/embedded/embedded.ts'
import { migrate, OtherTables } from '../db/migrate.ts'
import { openDatabase } from '../db/pool.ts'
import { type LiveHub, liveHub } from '../http/live/hub.ts'
import { siteOf } from '../http/calls/site.ts'
import { loadKeys } from '../platform/keys.ts'
import { fundHouse } from '../ledger/grants.ts'
import type { Log } from '../platform/log.ts'
import { createEvents, type Events } from '../module/events.ts'
import type { Runtime } from '../module/runtime.ts'

interface OpenedRuntime {
  runtime: Runtime
  hub: LiveHub
  /** Closes what the runtime opened; the database last. */
  close(): Promise<void>
}

/** Opens the database, migrates its tables and reads the keys. If a step fails, closes what it opened. */
export async function openRuntime(config: Config, clock: Clock, log: Log): Promise<OpenedRuntime> {
  const keys = loadKeys(config.keysFile, clock.nowMs())
  const embedded = config.databaseUrl === null ? await startOrAdoptEmbedded(config.dataDir, log) : null
  const database = openDatabase(config.databaseUrl ?? embedded?.url ?? '', log)
  const close = async () => {
    await database.close()
    await embedded?.stop()
  }
  try {
    const done = await migrate(database)
    if (done.length > 0) log.info('brought the tables up to date', { migrations: done.join(' ') })
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
  const runtime = { mode: config.mode, site, clock, log, keys, database, events, live: hub }
  return { runtime, hub, close }
}

/** Subscribes the open sockets to ended sessions and changed watchlists. */
export function followOnPages(events: Events, hub: Pick<LiveHub, 'endSession' | 'setFavourites'>): void {
  events.afterCommit('session_ended', ({ sessionId }) => hub.endSession(sessionId))
  events.afterCommit('favourites_changed', ({ userId, pids }) => hub.setFavourites(userId, pids))
}

/** Before the first release, no version upgrades the tables of another. */
function withRemedy(refusal: OtherTables, config: Config): Error {
  const text = `${refusal.message} To start afresh, losing everything in it: ${commandToEmpty(config)}`
  return new Error(text, { cause: refusal })
}

/** Shell command that deletes everything a server has stored; a live server's keys stay. */
export function commandToEmpty({ databaseUrl, dataDir, mode }: Config): string {
  const ours = `rm -r '${dataDir}'`
  if (databaseUrl === null) return ours
  const tables = `psql "$DATABASE_URL" -c 'drop schema public cascade' -c 'create schema public'`
  return mode === 'live' ? tables : `${tables} && ${ours}`
}
