import { linesRoot } from '@tickmark/core/arbitrage/readLines'
import type { Tx } from '../../db/pool.ts'
import type { LogDraft } from '../../market/log/log.ts'
import { sha256 } from '../../platform/sha256.ts'
import { markPromisesLogged, unloggedPromises } from './promiseStore.ts'

/** Promises under one entry; the next tick takes the rest. */
const MOST = 1_000

/** One log entry for the promises of withdrawals that the log lacks. Call it before every tick. */
export async function collectPromises(tx: Tx, atMs: number): Promise<LogDraft[]> {
  const promises = await unloggedPromises(tx, atMs, MOST)
  const [first, last] = [promises[0]?.number, promises.at(-1)?.number]
  if (first === undefined || last === undefined) return []
  const root = linesRoot(
    promises.map(({ text }) => text),
    sha256,
  )
  return [
    {
      entry: { kind: 'withdrawals', count: promises.length, first, last, root },
      onLogged: (logTx, seq) => markPromisesLogged(logTx, first, last, seq),
    },
  ]
}
