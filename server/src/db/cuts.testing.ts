import { connect, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { inject } from 'vitest'
import type { Database } from './pool.ts'

/** Where a message from the client is cut: the message is lost, or it is carried out and only its reply is lost. */
export type Cut = 'before' | 'after' | null

/** Whether a message is a statement to run: Query, Parse or Bind of PostgreSQL's protocol, and no greeting. */
export function isStatement(message: Buffer): boolean {
  return ['Q', 'P', 'B'].includes(message.toString('latin1', 0, 1))
}

/** A connection to a database that a test can cut. */
export interface CutLine {
  url: string
  /** How many connections were cut. */
  count(): number
  /** Settles when the database has noticed, too: until then a cut transaction keeps its locks. */
  close(): Promise<void>
}

/**
 * Opens a proxy to the same database. `judge` sees every message of a client and decides whether to cut its connection there,
 * which to the database looks like the death of a process.
 */
export async function cutLine(database: Database, judge: (message: Buffer) => Cut): Promise<CutLine> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.db)
  const target = new URL(inject('databaseUrl'))
  const open = new Set<Socket>()
  const ports: number[] = []
  let cuts = 0
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    let isDoomed = false
    open.add(client).add(upstream)
    upstream.once('connect', () => ports.push(upstream.localPort ?? 0))
    client.on('data', (bytes) => {
      const cut = isDoomed ? null : judge(bytes)
      isDoomed ||= cut !== null
      if (cut !== 'before') return void upstream.write(bytes)
      cuts++
      client.destroy()
    })
    upstream.on('data', (bytes) => {
      if (!isDoomed) return void client.write(bytes)
      if (!bytes.includes('Z') || client.destroyed) return // not yet ready for the next query
      cuts++
      client.destroy()
    })
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(target)
  url.pathname = `/${rows[0]?.name}`
  url.port = String((server.address() as { port: number }).port)
  return {
    url: url.href,
    count: () => cuts,
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      await ended(database, ports)
    },
  }
}

/** Waits until the database serves no connection from these ports. */
async function ended({ db }: Database, ports: readonly number[]): Promise<void> {
  for (let isServed = ports.length > 0; isServed;) {
    const { rows } =
      await sql`select from pg_stat_activity where client_port in (${sql.join(ports)})`.execute(db)
    isServed = rows.length > 0
    if (isServed) await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
