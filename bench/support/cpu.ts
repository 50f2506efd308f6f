import { readFileSync } from 'node:fs'
import type { Database } from '@tickmark/server/db/pool'
import { sql } from 'kysely'

/** CPU time of each of the database's processes so far, in microseconds (Linux only; empty elsewhere). */
export type CpuTimes = ReadonlyMap<number, number>

export async function databaseCpu({ db }: Pick<Database, 'db'>): Promise<CpuTimes> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity`.execute(db)
  const times = new Map<number, number>()
  for (const { pid } of rows) {
    try {
      times.set(pid, Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1_000)
    } catch {
      // The process has ended, or these files do not exist.
    }
  }
  return times
}

/** CPU time of the database's processes since `before`, in microseconds; NaN where unreadable. */
export async function databaseUsSince(database: Pick<Database, 'db'>, before: CpuTimes): Promise<number> {
  const now = await databaseCpu(database)
  if (now.size === 0) return Number.NaN
  let sum = 0
  for (const [pid, used] of now) sum += used - (before.get(pid) ?? 0)
  return sum
}
