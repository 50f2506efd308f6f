import type { Database } from '@tickmark/server/db/pool'
import { sql } from 'kysely'
import { databaseCpu, databaseUsSince } from './cpu.ts'
import { median } from './load.ts'

/** Cost of one order: CPU time of the database and of this process, which also generates the load, and bytes of WAL. */
export interface Cost {
  databaseUs: number
  nodeUs: number
  walBytes: number
}

/** Runs `work`, which returns its number of orders and its measurement, and returns both with the cost of an order. */
export async function costOf<T>(
  database: Database,
  work: () => Promise<{ orders: number; measured: T }>,
): Promise<{ measured: T; cost: Cost }> {
  const [cpu, node, wal] = [await databaseCpu(database), process.cpuUsage(), await walPlace(database)]
  const { orders, measured } = await work()
  const { user, system } = process.cpuUsage(node)
  const cost = {
    databaseUs: (await databaseUsSince(database, cpu)) / orders,
    nodeUs: (user + system) / orders,
    walBytes: ((await walPlace(database)) - wal) / orders,
  }
  return { measured, cost }
}

/** The medians of costs, in words. */
export function costText(costs: readonly Cost[]): string {
  const middle = (pick: (one: Cost) => number) => median(costs.map(pick))
  const [database, node] = [middle((one) => one.databaseUs), middle((one) => one.nodeUs)]
  const wal = middle((one) => one.walBytes).toFixed(0)
  return `an order: ${database.toFixed(1)} µs CPU of PostgreSQL, ${node.toFixed(1)} µs of Node, ${wal} bytes of WAL`
}

async function walPlace({ db }: Database): Promise<number> {
  const { rows } = await sql<{ place: string }>`
    select (pg_current_wal_insert_lsn() - '0/0')::text as place`.execute(db)
  return Number(rows[0]?.place)
}
