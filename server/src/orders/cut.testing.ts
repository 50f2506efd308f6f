import { connect, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import type { Database } from '../db/pool.ts'
import { inject } from 'vitest'

/**
 * A proxy to the same database that can cut connections. Once armed, it cuts the connection whose statement contains
 * `words` when the server's reply arrives: the statement is committed, and the client gets no answer.
 */
export async function cutAfterCommit(database: Database, words: string) {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.db)
  const target = new URL(inject('databaseUrl'))
  const open = new Set<Socket>()
  let isArmed = false
  let cuts = 0
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    let isDoomed = false
    open.add(client).add(upstream)
    client.on('data', (bytes) => {
      if (isArmed && bytes.includes(words)) {
        isArmed = false
        isDoomed = true
      }
      upstream.write(bytes)
    })
    upstream.on('data', (bytes) => {
      if (!isDoomed) return void client.write(bytes)
      if (!bytes.includes('Z')) return // not yet ready for the next query
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
    arm: () => void (isArmed = true),
    count: () => cuts,
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
