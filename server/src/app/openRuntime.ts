import type { Clock } from '../platform/clock.ts'
import type { Config } from './config.ts'
import { startOrAdoptEmbedded } from '../db/embedded/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { type Database, openDatabase } from '../db/pool.ts'
import { type Keys, loadKeys } from '../platform/keys.ts'
import { fundHouse } from '../ledger/grants.ts'
import type { Log } from '../platform/log.ts'

/** What every room stands on. */
export interface Ground {
  config: Config
  clock: Clock
  log: Log
  keys: Keys
  database: Database
  close(): Promise<void>
}

/** Opens the database, brings its tables up to date and reads the keys. What was opened is closed again when a step fails. */
export async function openGround(config: Config, clock: Clock, log: Log): Promise<Ground> {
  const keys = loadKeys(config.keysFile)
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
    throw thrown
  }
  return { config, clock, log, keys, database, close }
}
