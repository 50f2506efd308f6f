import { linesRoot } from '@tickmark/core/arbitrage/readLines'
import type { Tx } from '../../db/pool.ts'
import type { LogDraft } from '../../market/log/log.ts'
import { sha256 } from '../../platform/sha256.ts'
import { markLinesLogged, unloggedLines } from './lineStore.ts'

const MINUTE_MS = 60_000
/** Lines under one entry; a minute has a few dozen at most. */
const MOST = 1_000

/** One log entry for the unlogged lines of the minutes before this tick's. Call it before every tick. */
export async function collectTrades(tx: Tx, atMs: number): Promise<LogDraft[]> {
  const lines = await unloggedLines(tx, Math.floor(atMs / MINUTE_MS) * MINUTE_MS, MOST)
  const [first, last] = [lines[0]?.number, lines.at(-1)?.number]
  if (first === undefined || last === undefined) return []
  const root = linesRoot(
    lines.map((one) => one.text),
    sha256,
  )
  return [
    {
      entry: { kind: 'trades', count: lines.length, first, last, root },
      onLogged: (logTx, seq) => markLinesLogged(logTx, first, last, seq),
    },
  ]
}
