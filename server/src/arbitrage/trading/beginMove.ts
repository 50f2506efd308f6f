import type { MoveLine } from '@tickmark/core/arbitrage/evidence'
import { lineText } from '@tickmark/core/arbitrage/readLines'
import type { Tx } from '../../db/pool.ts'
import { postTransfers } from '../../ledger/post.ts'
import type { TradingDeps } from '../deps.ts'
import { insertLine, lastLine } from '../lines/lineStore.ts'
import { postingsOfLeaving } from '../postings.ts'
import type { VenueMove } from '../venues.ts'
import type { AskedMove } from './trade.ts'
import { insertMove } from './tradeStore.ts'

/**
 * Writes a move with its line, and books what leaves its venue, before the venues hear of it: from here on its amount is counted
 * at neither of them. The caller has locked the trades.
 */
export async function beginMove(
  tx: Tx,
  move: VenueMove,
  { clock }: Pick<TradingDeps, 'clock'>,
): Promise<AskedMove> {
  const last = await lastLine(tx)
  const atMs = Math.max(clock.nowMs(), last.atMs)
  const { id, from, to, currency, amount, cost } = move
  const line: MoveLine = {
    v: 1,
    kind: 'move',
    number: last.number + 1,
    at: atMs,
    from,
    to,
    currency,
    amount: String(amount),
    cost: String(cost),
  }
  const asked = { ...move, askedAtMs: atMs }
  await insertMove(tx, asked)
  const { number, kind } = line
  await insertLine(tx, { number, about: id, kind, atMs, profit: -cost, text: lineText(line) })
  await postTransfers(tx, postingsOfLeaving(move), atMs)
  return asked
}
