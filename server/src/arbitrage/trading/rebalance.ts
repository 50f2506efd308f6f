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
import type { VenueMove } from '../venues.ts'
import { freeInventory } from './free.ts'
import { insertMove, markMoved } from './tradeStore.ts'

/** Makes the next move that a short venue needs; false when none does. */
export async function rebalance(deps: TradingDeps, holder: string): Promise<boolean> {
  const priceOf = (currency: number) => {
    const pid = pidOfCurrency(currency)
    return pid === null ? ONE : deps.price(pid)
  }
  if (findMove(await freeInventory(deps.db, deps.venues), priceOf) === null) return false
  const move = await transact(deps.db, async (tx) => {
    const engine = await lockEngine(tx)
    if (engine.holder !== holder || isStopped(engine, deps.clock.nowMs())) return null
    const found = findMove(await freeInventory(tx, deps.venues), priceOf)
    if (!found) return null
    const asked: VenueMove = { id: randomUUID(), ...found }
    await insertMove(tx, asked, deps.clock.nowMs())
    return asked
  })
  if (!move) return false
  await finishMove(deps, move)
  return true
}

/** Carries out a move that was written, and books it; whoever does so how often, it is moved and booked once. */
export async function finishMove({ db, venues, clock }: TradingDeps, move: VenueMove): Promise<void> {
  await venues.move(move)
  await transact(db, async (tx) => {
    await lockTrades(tx)
    const last = await lastLine(tx)
    const number = last.number + 1
    const atMs = Math.max(clock.nowMs(), last.atMs)
    if (!(await markMoved(tx, move.id, atMs))) return
    const { id, from, to, currency, amount, cost } = move
    const line: MoveLine = {
      v: 1,
      kind: 'move',
      number,
      at: atMs,
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
