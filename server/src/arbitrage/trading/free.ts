import { currencyOfPid } from '@tickmark/core/arbitrage/currencies'
import { costAtLimit, type Holding } from '@tickmark/core/arbitrage/trading/findTrade'
import { PROGRAMME } from '@tickmark/core/arbitrage/programme'
import type { Amount } from '@tickmark/core/money/money'
import type { Reader } from '../../db/pool.ts'
import { heldInventory, type HeldInventory } from '../holdingsStore.ts'
import type { Venues } from '../venues.ts'
import { unansweredOrders } from './tradeStore.ts'

/** Takers' fees by venue. */
export function feesOf({ terms }: Pick<Venues, 'terms'>): Map<number, bigint> {
  return new Map(terms.map(({ venue, takerPpm }) => [venue, takerPpm]))
}

/** The programme's balances by the books, less what unanswered orders may have taken. */
export async function freeInventory(reader: Reader, venues: Venues): Promise<HeldInventory> {
  const held = await heldInventory(reader)
  const fees = feesOf(venues)
  for (const order of await unansweredOrders(reader)) {
    const isBuy = order.side === 'buy'
    const currency = isBuy ? PROGRAMME.currency : currencyOfPid(order.pid)
    const taken = isBuy ? costAtLimit(order, fees.get(order.venue) ?? 0n) : order.size
    take(held, { venue: order.venue, currency, amount: taken })
  }
  return held
}

function take(
  held: HeldInventory,
  { venue, currency, amount }: { venue: number; currency: number; amount: Amount },
): void {
  const ofVenue = held.get(venue)
  const left = (ofVenue?.get(currency) ?? 0n) - amount
  ofVenue?.set(currency, left > 0n ? left : 0n)
}

/** Holdings by venue for trades in a product. */
export function holdingsFor(held: HeldInventory, pid: number): Map<number, Holding> {
  const coin = currencyOfPid(pid)
  return new Map(
    [...held].map(([venue, ofVenue]) => [
      venue,
      { usdt: ofVenue.get(PROGRAMME.currency) ?? 0n, coins: ofVenue.get(coin) ?? 0n },
    ]),
  )
}
