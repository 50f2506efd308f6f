import { assert } from '@tickmark/core/assert'
import { currencyOfPid } from '@tickmark/core/arbitrage/currencies'
import { PROGRAMME } from '@tickmark/core/arbitrage/programme'
import type { VenueFill, VenueOrder } from '@tickmark/core/arbitrage/trading/venue'
import { HOUSE, VENUE_KINDS, type AccountKey, type Kind } from '@tickmark/core/ledger/accounts'
import type { Posting } from '../ledger/post.ts'
import type { VenueMove } from './venues.ts'

export function house(kind: Kind, currency: number): AccountKey {
  return { owner: HOUSE, book: 'real', currency, kind }
}

/** What the programme holds of a currency at a venue. */
export function venueAccount(venue: number, currency: number): AccountKey {
  const kind = VENUE_KINDS[venue - 1]
  assert(kind, `venue ${venue} has an account`)
  return house(kind, currency)
}

/** Postings of a fill: the coins, the USDT and the fee. */
export function postingsOfFill(order: VenueOrder, { filled, quote, fee }: VenueFill): Posting[] {
  const coin = currencyOfPid(order.pid)
  const coins = { ...between(order.venue, coin, order.side === 'buy'), amount: filled, leg: 0 }
  const money = { ...between(order.venue, PROGRAMME.currency, order.side === 'sell'), amount: quote, leg: 1 }
  const costs = { ...between(order.venue, PROGRAMME.currency, false), amount: fee, leg: 2 }
  return [coins, money, costs]
    .filter(({ amount }) => amount > 0n)
    .map((one) => ({ ...one, ref: order.id, cause: 'fill' as const }))
}

/** Postings of a move: the amount and its cost. */
export function postingsOfMove({ id, from, to, currency, amount, cost }: VenueMove): Posting[] {
  const moved: Posting = {
    from: venueAccount(from, currency),
    to: venueAccount(to, currency),
    amount,
    ref: id,
    cause: 'move' as const,
    leg: 0,
  }
  const paid: Posting = {
    ...between(from, PROGRAMME.currency, false),
    amount: cost,
    ref: id,
    cause: 'move' as const,
    leg: 1,
  }
  return cost > 0n ? [moved, paid] : [moved]
}

function between(venue: number, currency: number, isIn: boolean): Pick<Posting, 'from' | 'to'> {
  const [outside, inside] = [house('external', currency), venueAccount(venue, currency)]
  return isIn ? { from: outside, to: inside } : { from: inside, to: outside }
}
