import { ONE, type Amount } from '../money/money.ts'
import { PROGRAMME } from './programme.ts'

/** What each venue holds at the beginning, by currency; about a million USDT at all five. */
export const OPENING: ReadonlyMap<number, Amount> = new Map([
  [PROGRAMME.currency, 100_000n * ONE],
  [4, (3n * ONE) / 10n],
  [3, 6n * ONE],
  [7, 115n * ONE],
  [5, 125_000n * ONE],
  [6, 33n * ONE],
])

/** What a move costs: a fixed part, and one for the moved worth in millionths. USDT. */
const [FIXED, PART_PPM] = [ONE, 50n]
/** A venue is short below this part of what it began with, in percent. */
const SHORT_PERCENT = 10n

export interface Move {
  from: number
  to: number
  currency: number
  amount: Amount
  /** USDT, paid by the venue that it leaves. */
  cost: Amount
}

/** Holdings by venue and currency. */
export type Inventory = ReadonlyMap<number, ReadonlyMap<number, Amount>>

/**
 * The next move between venues: one for a venue that has less than a tenth of its opening amount of a currency, from the venue
 * that has most of it. `price` is of a currency's unit in USDT, null when it is unknown. Null when nobody is short or can give.
 */
export function findMove(inventory: Inventory, price: (currency: number) => Amount | null): Move | null {
  for (const currency of OPENING.keys()) {
    for (const to of inventory.keys()) {
      const needed = neededMove(inventory, to, currency)
      const priced = needed && price(currency)
      if (!needed || priced === null) continue
      const cost = costOfMove(needed.amount, priced)
      if (canPay(inventory, { ...needed, cost })) return { ...needed, cost }
    }
  }
  return null
}

/**
 * The move that a venue needs of a currency, whatever it costs; null while the venue has a tenth of its opening amount, or
 * nobody can give that much.
 */
export function neededMove(inventory: Inventory, to: number, currency: number): Omit<Move, 'cost'> | null {
  const opening = OPENING.get(currency) ?? 0n
  const has = heldAt(inventory, to, currency)
  if (has * 100n >= opening * SHORT_PERCENT) return null
  const others = [...inventory.keys()].filter((venue) => venue !== to)
  const from = others.reduce<number | undefined>((most, venue) => {
    const isMore =
      most === undefined || heldAt(inventory, venue, currency) > heldAt(inventory, most, currency)
    return isMore ? venue : most
  }, undefined)
  if (from === undefined) return null
  // Half of the difference at most, so that the giver is not short afterwards.
  const half = (heldAt(inventory, from, currency) - has) / 2n
  const wanted = opening - has
  const amount = wanted < half ? wanted : half
  return amount * 100n >= opening * SHORT_PERCENT ? { from, to, currency, amount } : null
}

/**
 * Whether a coin may be traded while moves are under way. A move's line comes after those of such trades, and is checked against
 * what they left of its currency: that must still be what the move was decided on. Every trade changes the USDT.
 */
export function mayTradeDuring(moves: readonly Pick<Move, 'currency'>[], coin: number): boolean {
  return moves.every(({ currency }) => currency !== PROGRAMME.currency && currency !== coin)
}

/** Whether the venue that gives has the USDT that its move costs. */
export function canPay(inventory: Inventory, { from, currency, amount, cost }: Move): boolean {
  const usdt = heldAt(inventory, from, PROGRAMME.currency)
  return usdt - (currency === PROGRAMME.currency ? amount : 0n) >= cost
}

/** What moving an amount costs, in USDT, rounded up. */
export function costOfMove(amount: Amount, price: Amount): Amount {
  const worth = (amount * price) / ONE
  return FIXED + (worth * PART_PPM + 999_999n) / 1_000_000n
}

function heldAt(inventory: Inventory, venue: number, currency: number): Amount {
  return inventory.get(venue)?.get(currency) ?? 0n
}
