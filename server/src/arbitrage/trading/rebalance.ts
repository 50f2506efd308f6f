import type { MoveLine } from '@tickmark/core/arbitrage/evidence'
import { pidOfCurrency } from '@tickmark/core/arbitrage/currencies'
import { findMove } from '@tickmark/core/arbitrage/moves'
import { lineText } from '@tickmark/core/arbitrage/readLines'
import { ONE } from '@tickmark/core/money/money'
import { randomUUID } from 'node:crypto'
import { transact } from '../../db/transact.ts'
import { postTransfers } from '../../ledger/post.ts'
import { messageOf } from '../../platform/log.ts'
import type { TradingDeps } from '../deps.ts'
import { isStopped, lockEngine } from '../engineStore.ts'
import { insertLine, lastLine, lockTrades } from '../lines/lineStore.ts'
import { postingsOfMove } from '../postings.ts'
import { answered } from './answered.ts'
import { freeInventory } from './free.ts'
import type { AskedMove } from './trade.ts'
import { insertMove, markMoved, openMoves, openTrades } from './tradeStore.ts'

/**
 * Writes the next move that a short venue needs, before it is carried out. False when no venue is short, or when a trade or
 * another move is open: a move is decided on the balances that the lines before it left, so that anyone can recompute the
 * decision.
 */
export async function rebalance(deps: TradingDeps, holder: string): Promise<boolean> {
  const priceOf = (currency: number) => {
    const pid = pidOfCurrency(currency)
    return pid === null ? ONE : deps.price(pid)
  }
  if (findMove(await freeInventory(deps.db, deps.venues), priceOf) === null) return false
  return transact(deps.db, async (tx) => {
    const engine = await lockEngine(tx)
    if (engine.holder !== holder || isStopped(engine, deps.clock.nowMs())) return false
    // Read under the engine's lock, so that no trade or move begins meanwhile.
    if ((await openTrades(tx)).length > 0 || (await openMoves(tx)).length > 0) return false
    // A day's close takes this lock too: its withdrawals from the venues come before or after the decision, never during it.
    await lockTrades(tx)
    const found = findMove(await freeInventory(tx, deps.venues), priceOf)
    if (!found) return false
    await insertMove(tx, { id: randomUUID(), ...found, askedAtMs: deps.clock.nowMs() })
    return true
  })
}

/**
 * Carries out a move that is already written, and books it. Idempotent: repeated calls move and book it once. False when its
 * venues do not answer in time.
 */
export async function finishMove(deps: TradingDeps, move: AskedMove): Promise<boolean> {
  const { db, venues, clock, log } = deps
  try {
    await answered(deps, () => venues.move(move))
  } catch (thrown) {
    log.warn('a move between venues is not answered', { move: move.id, reason: messageOf(thrown) })
    return false
  }
  await transact(db, async (tx) => {
    await lockTrades(tx)
    const last = await lastLine(tx)
    const number = last.number + 1
    const { id, from, to, currency, amount, cost, askedAtMs } = move
    const atMs = Math.max(clock.nowMs(), last.atMs, askedAtMs)
    if (!(await markMoved(tx, id, atMs))) return
    const line: MoveLine = {
      v: 1,
      kind: 'move',
      number,
      at: atMs,
      askedAt: askedAtMs,
      from,
      to,
      currency,
      amount: String(amount),
      cost: String(cost),
    }
    await insertLine(tx, { number, about: id, kind: 'move', atMs, profit: -cost, text: lineText(line) })
    await postTransfers(tx, postingsOfMove(move), atMs)
  })
  return true
}
