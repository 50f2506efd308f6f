import type { RawAmount } from '@tickmark/core/money/rawUnits'
import type { Move } from './decode.ts'

/** What an address held of a token by our own count before a block, and by the contract's word after it. */
export interface TokenHolding {
  address: string
  currency: number
  before: RawAmount
  after: RawAmount
}

/**
 * Cuts what tokens say came in down to what really is there: a contract that keeps a part of every transfer, or tells of
 * one that never was, gains nobody anything. Moves in their order; those that came to nothing are left out.
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
