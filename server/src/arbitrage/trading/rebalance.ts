import type { MoveLine } from '@tickmark/core/arbitrage/evidence'
import { pidOfCurrency } from '@tickmark/core/arbitrage/currencies'
import { findMove } from '@tickmark/core/arbitrage/moves'
import { lineText } from '@tickmark/core/arbitrage/readLines'
import { ONE } from '@tickmark/core/money/money'
import { randomUUID } from 'node:crypto'
import { transact } from '../../db/transact.ts'
import { postTransfers } from '../../ledger/post.ts'
import type { TradingDeps } from '../deps.ts'
import { isStopped, lockEngine } from '../engineStore.ts'
import { insertLine, lastLine, lockTrades } from '../lines/lineStore.ts'
import { postingsOfMove } from '../postings.ts'
import { freeInventory } from './free.ts'
import type { AskedMove } from './trade.ts'
import { insertMove, markMoved, openTrades } from './tradeStore.ts'

/**
 * Makes the next move that a short venue needs; false when none does, or a trade is open: a move is decided on what the lines before
 * its own left at the venues, so that anybody can decide it again.
 */
export async function rebalance(deps: TradingDeps, holder: string): Promise<boolean> {
  const priceOf = (currency: number) => {
    const pid = pidOfCurrency(currency)
    return pid === null ? ONE : deps.price(pid)
  }
  if (findMove(await freeInventory(deps.db, deps.venues), priceOf) === null) return false
  const move = await transact(deps.db, async (tx) => {
    const engine = await lockEngine(tx)
    if (engine.holder !== holder || isStopped(engine, deps.clock.nowMs())) return null
    // Read under the engine's lock, so that none begins meanwhile.
    if ((await openTrades(tx)).length > 0) return null
    const found = findMove(await freeInventory(tx, deps.venues), priceOf)
    if (!found) return null
    const asked: AskedMove = { id: randomUUID(), ...found, askedAtMs: deps.clock.nowMs() }
    await insertMove(tx, asked)
    return asked
  })
  if (!move) return false
  await finishMove(deps, move)
  return true
}

/** Carries out a move that was written, and books it; whoever does so how often, it is moved and booked once. */
export async function finishMove({ db, venues, clock }: TradingDeps, move: AskedMove): Promise<void> {
  await venues.move(move)
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
}
