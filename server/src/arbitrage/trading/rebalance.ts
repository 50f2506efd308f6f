import { pidOfCurrency } from '@tickmark/core/arbitrage/currencies'
import { findMove } from '@tickmark/core/arbitrage/moves'
import { ONE } from '@tickmark/core/money/money'
import { randomUUID } from 'node:crypto'
import { transact } from '../../db/transact.ts'
import type { TradingDeps } from '../deps.ts'
import { isStopped, lockEngine } from '../engineStore.ts'
import { heldInventory } from '../holdingsStore.ts'
import { lockTrades } from '../lines/lineStore.ts'
import { beginMove } from './beginMove.ts'
import type { AskedMove } from './trade.ts'
import { openMoves, openTrades } from './tradeStore.ts'

/**
 * Begins the next move that a short venue needs. Null when none is short, or while a trade is open: a move is decided on the
 * balances that the lines before its own left, so that anyone can recompute the decision.
 */
export async function rebalance(deps: TradingDeps, holder: string): Promise<AskedMove | null> {
  return transact(deps.db, async (tx) => {
    const engine = await lockEngine(tx)
    if (engine.holder !== holder || isStopped(engine, deps.clock.nowMs())) return null
    // Read under the engine's lock, so that no trade begins meanwhile.
    if ((await openTrades(tx)).length > 0) return null
    // From here on no move arrives, and no day's close takes earnings from the venues, before this move has its number.
    await lockTrades(tx)
    const found = findMove(await heldInventory(tx), await openMoves(tx), (currency) => {
      const pid = pidOfCurrency(currency)
      return pid === null ? ONE : deps.price(pid)
    })
    return found && beginMove(tx, { id: randomUUID(), ...found }, deps)
  })
}
