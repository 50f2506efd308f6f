import type { Tx } from '../../db/pool.ts'
import { draftOfLines, type LogDraft } from '../../market/log/log.ts'
import { markPromisesLogged, unloggedPromises } from './promiseStore.ts'

/** Promises under one entry; the next tick takes the rest. */
const MOST = 1_000

/** One log entry for the promises of withdrawals that the log lacks. Call it before every tick. */
export async function collectPromises(tx: Tx, atMs: number): Promise<LogDraft[]> {
  const promises = await unloggedPromises(tx, atMs, MOST)
  return draftOfLines('withdrawals', promises, markPromisesLogged)
}
