import type { RawAmount } from '@tickmark/core/money/rawUnits'
import type { Move } from './decode.ts'

/** What an address held of a token before a block by our records, and after it by the contract's answer. */
export interface TokenHolding {
  address: string
  currency: number
  before: RawAmount
  after: RawAmount
}

/**
 * Caps reported token receipts at the real increase of the holdings, so that a contract that keeps a part of each
 * transfer, or logs one that never happened, credits nobody too much. Moves go in order; those cut to zero are dropped.
 */
export function capToHoldings(moves: readonly Move[], holdings: readonly TokenHolding[]): Move[] {
  const ports = new Map(holdings.map((one) => [keyOf(one), one.after - one.before]))
  for (const move of moves) {
    const left = ports.get(keyOf(move))
    if (left !== undefined && move.raw < 0n) ports.set(keyOf(move), left - move.raw)
  }
  return moves.flatMap((move) => {
    const left = ports.get(keyOf(move))
    if (left === undefined || move.raw < 0n) return [move]
    const raw = move.raw < left ? move.raw : left > 0n ? left : 0n
    ports.set(keyOf(move), left - raw)
    return raw > 0n ? [{ ...move, raw }] : []
  })
}

function keyOf({ address, currency }: { address: string; currency: number }): string {
  return `${address} ${currency}`
}
