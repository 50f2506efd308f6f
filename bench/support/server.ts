import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startOrAdoptEmbedded } from '@tickmark/server/db/embedded/embedded'
import { migrate } from '@tickmark/server/db/migrate'
import { openDatabase, type Database } from '@tickmark/server/db/pool'
import { silentLog } from '@tickmark/server/platform/log'

/** A PostgreSQL server for the benchmark, in a temporary folder, with its default, durable settings. */
export interface BenchServer {
  /** A new database with all migrations applied. */
  books(name: string): Promise<Database>
  /** The URL of a new, empty database. */
  plain(name: string): Promise<string>
  stop(): Promise<void>
}

export async function startServer(): Promise<BenchServer> {
  const folder = mkdtempSync(join(tmpdir(), 'tickmark-bench-'))
  chmodSync(folder, 0o711) // the database's account must enter it when root measures
  const server = await startOrAdoptEmbedded(join(folder, 'data'), silentLog(), { max_connections: '150' })
  const open: Database[] = []

  async function plain(name: string): Promise<string> {
    const client = new pg.Client(server.adminUrl)
    await client.connect()
    await client.query(`create database ${name}`)
    await client.end()
    const url = new URL(server.adminUrl)
    url.pathname = `/${name}`
    return url.href
  }

  async function books(name: string): Promise<Database> {
    const database = openDatabase(await plain(name), silentLog())
    open.push(database)
    await migrate(database)
    return database
  }

  async function stop(): Promise<void> {
    for (const database of open) await database.close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }

  return { books, plain, stop }
}
