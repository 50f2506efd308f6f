import type { LegLine, Top } from './evidence.ts'
import type { Leg } from './trading/findTrade.ts'
import type { Level, VenueBook, VenueFill } from './trading/venue.ts'

/** The evidence of one order. */
export function legLine(order: string, leg: Leg, sentAt: number, fill: VenueFill): LegLine {
  const { venue, side, limit, size, book } = leg
  const { state, filled, quote, fee } = fill
  return {
    order,
    venue,
    side,
    limit: String(limit),
    size: String(size),
    sentAt,
    state,
    filled: String(filled),
    quote: String(quote),
    fee: String(fee),
    book: bookLine(book),
  }
}

/** The published part of the book that an order was decided on. */
export function bookLine({ seq, at, bids, asks }: VenueBook): LegLine['book'] {
  return { seq, at, bid: top(bids), ask: top(asks) }
}

function top(levels: readonly Level[]): Top {
  const [best] = levels
  return best ? [String(best.price), String(best.size)] : []
}
