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

/** Postings of what a move takes from its venue: the amount, which is then outside, and the cost. */
export function postingsOfLeaving({ id, from, currency, amount, cost }: VenueMove): Posting[] {
  const leaving = { ...between(from, currency, false), amount, leg: 0 }
  const paid = { ...between(from, PROGRAMME.currency, false), amount: cost, leg: 1 }
  return (cost > 0n ? [leaving, paid] : [leaving]).map((one) => ({ ...one, ref: id, cause: 'move' as const }))
}

/** The posting of a move's arrival. */
export function postingsOfArrival({ id, to, currency, amount }: VenueMove): Posting[] {
  return [{ ...between(to, currency, true), amount, ref: id, cause: 'move', leg: 2 }]
}

function between(venue: number, currency: number, isIn: boolean): Pick<Posting, 'from' | 'to'> {
  const [outside, inside] = [house('external', currency), venueAccount(venue, currency)]
  return isIn ? { from: outside, to: inside } : { from: inside, to: outside }
}
