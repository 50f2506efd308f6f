import type { Tx } from '../db/pool.ts'
import { unloggedHead } from './auditStore.ts'

/** Minimum interval between logged heads: the public must not see an operator's workload or working hours. */
const EVERY_MS = 60_000

/** A log entry for the head of the action chain when the log lacks it. Call it before every tick. */
export async function collectActionHead(tx: Tx, atMs: number) {
  const newest = await unloggedHead(tx, atMs - EVERY_MS)
  return newest ? [{ entry: { kind: 'actions' as const, count: newest.count, head: newest.head } }] : []
}
