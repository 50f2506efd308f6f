import type { LegLine } from '@tickmark/core/arbitrage/evidence'
import type { VenueFill, VenueOrder } from '@tickmark/core/arbitrage/trading/venue'
import type { Amount } from '@tickmark/core/money/money'
import type { VenueMove } from '../venues.ts'

/** An order of a trade, written before it is sent. */
export interface TradeOrder extends VenueOrder {
  trade: string
  place: number
  book: LegLine['book']
  sentAtMs: number
  /** Null until the venue has answered. */
  fill: VenueFill | null
}

export interface Trade {
  id: string
  pid: number
  beganAtMs: number
  endedAtMs: number | null
  /** By place. */
  orders: readonly TradeOrder[]
}

/** A move under way. */
export interface AskedMove extends VenueMove {
  /** When it was decided. */
  askedAtMs: number
}

/** Coins bought and not sold; negative when more were sold than bought. Null while an order is unanswered. */
export function restOf({ orders }: Trade): Amount | null {
  let rest = 0n
  for (const { side, fill } of orders) {
    if (fill === null) return null
    rest += side === 'buy' ? fill.filled : -fill.filled
  }
  return rest
}
