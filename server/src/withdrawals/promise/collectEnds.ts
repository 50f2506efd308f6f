import { MOST_ENDS } from '@tickmark/core/log/withdrawn'
import type { Tx } from '../../db/pool.ts'
import type { LogDraft } from '../../market/log/log.ts'
import { lastEnd, markEndsLogged, unloggedEnds } from './endStore.ts'

/**
 * One log entry for the promised withdrawals that have ended since the last one. Call it before every tick. Only the log's writer
 * numbers ends, so that no withdrawal waits for another one's number.
 */
export async function collectEnds(tx: Tx, atMs: number): Promise<LogDraft[]> {
  const ends = await unloggedEnds(tx, atMs, MOST_ENDS)
  if (ends.length === 0) return []
  const first = (await lastEnd(tx)) + 1
  const promises = ends.map(({ promise }) => promise)
  return [
    {
      entry: { kind: 'withdrawn', first, ends },
      onLogged: (logTx, seq) => markEndsLogged(logTx, promises, first, seq),
    },
  ]
}
