import type { Tx } from '../../db/pool.ts'
import { draftOfLines, type LogDraft } from '../../market/log/log.ts'
import { markLinesLogged, unloggedLines } from './lineStore.ts'

const MINUTE_MS = 60_000
/** Lines under one entry; a minute has a few dozen at most. */
const MOST = 1_000

/** One log entry for the unlogged lines of the minutes before this tick's. Call it before every tick. */
export async function collectTrades(tx: Tx, atMs: number): Promise<LogDraft[]> {
  const lines = await unloggedLines(tx, Math.floor(atMs / MINUTE_MS) * MINUTE_MS, MOST)
  return draftOfLines('trades', lines, markLinesLogged)
}
