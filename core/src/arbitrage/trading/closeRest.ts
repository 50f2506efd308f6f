import type { Amount } from '../../money/money.ts'
import { limitAt, netOf, sizeFor, isSound, type Holding, type Leg } from './findTrade.ts'
import { fillFrom } from './ladder.ts'
import type { VenueBook } from './venue.ts'

/** How much worse than a venue's best price a rest may be closed, in millionths. It is closed at a loss if need be. */
const CLOSING_SLACK_PPM = 5_000n
const E8 = 100_000_000n

/**
 * The order that closes as much as possible of a trade's rest: coins bought and not sold (above zero), or sold and not bought
 * (below zero). It goes to the venue with the best price after its fee for the size it can take; null when no book can take any.
 */
export function closeRest(
  rest: Amount,
  books: readonly VenueBook[],
  fees: ReadonlyMap<number, bigint>,
  holdings: ReadonlyMap<number, Holding>,
): Leg | null {
  let best: { leg: Leg; each: Amount } | null = null
  for (const book of books.filter(isSound)) {
    const [fee, holding] = [fees.get(book.venue), holdings.get(book.venue)]
    const leg = fee === undefined || !holding ? null : closingLeg(rest, book, fee, holding)
    if (!leg || fee === undefined) continue
    const fill = fillFrom(leg, leg.side === 'buy' ? book.asks : book.bids, fee)
    if (fill.filled === 0n) continue
    const each = (netOf(leg.side, fill) * E8) / fill.filled
    if (best === null || each > best.each) best = { leg, each }
  }
  return best?.leg ?? null
}

function closingLeg(rest: Amount, book: VenueBook, fee: bigint, { usdt, coins }: Holding): Leg | null {
  const side = rest > 0n ? 'sell' : 'buy'
  const top = side === 'sell' ? book.bids[0] : book.asks[0]
  if (!top) return null
  const limit = limitAt(side, top.price, CLOSING_SLACK_PPM)
  const open = rest > 0n ? rest : -rest
  const most = side === 'sell' ? coins : sizeFor(limit, usdt, fee)
  const size = open < most ? open : most
  return size > 0n ? { venue: book.venue, pid: book.pid, side, limit, size, book } : null
}
