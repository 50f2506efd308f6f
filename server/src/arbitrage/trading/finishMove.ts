import type { ArrivalLine } from '@tickmark/core/arbitrage/evidence'
import { lineText } from '@tickmark/core/arbitrage/readLines'
import type { Tx } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import { postTransfers } from '../../ledger/post.ts'
import { messageOf } from '../../platform/log.ts'
import type { TradingDeps } from '../deps.ts'
import { insertLine, lastLine, lockTrades, numberOfMove } from '../lines/lineStore.ts'
import { postingsOfArrival } from '../postings.ts'
import { answered } from './answered.ts'
import type { AskedMove } from './trade.ts'
import { markMoved } from './tradeStore.ts'

/**
 * Has a move carried out, and books its arrival with a line of its own. Idempotent: repeated calls move and book it once. False
 * when its venues do not answer in time.
 */
export async function finishMove(deps: TradingDeps, move: AskedMove): Promise<boolean> {
  const { db, venues, log } = deps
  try {
    await answered(deps, () => venues.move(move))
  } catch (thrown) {
    log.warn('a move between venues is not answered', { move: move.id, reason: messageOf(thrown) })
    return false
  }
  await transact(db, (tx) => bookArrival(tx, move, deps))
  return true
}

async function bookArrival(tx: Tx, move: AskedMove, { clock }: TradingDeps): Promise<void> {
  await lockTrades(tx)
  const last = await lastLine(tx)
  const atMs = Math.max(clock.nowMs(), last.atMs) // read under the lock, which the day's close takes too
  const { id, from, to, currency, amount } = move
  if (!(await markMoved(tx, id, atMs))) return
  const line: ArrivalLine = {
    v: 1,
    kind: 'arrival',
    number: last.number + 1,
    at: atMs,
    from,
    to,
    currency,
    amount: String(amount),
    move: await numberOfMove(tx, id),
  }
  const { number, kind } = line
  await insertLine(tx, { number, about: id, kind, atMs, profit: 0n, text: lineText(line) })
  await postTransfers(tx, postingsOfArrival(move), atMs)
}
