import type { Tx } from '../db/pool.ts'
import { unloggedHead } from './auditStore.ts'

/** Heads are logged at most this often: neither a day of work nor its rhythm is for the public. */
const EVERY_MS = 60_000

/** A log entry for the head of the chain of deeds when the log lacks it; call it before every tick. */
export async function collectDeeds(tx: Tx, atMs: number) {
  const newest = await unloggedHead(tx, atMs - EVERY_MS)
  return newest ? [{ entry: { kind: 'deeds' as const, count: newest.count, head: newest.head } }] : []
}
