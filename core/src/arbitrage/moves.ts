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
  for (const [currency, opening] of OPENING) {
    for (const [venue, held] of inventory) {
      const has = held.get(currency) ?? 0n
      if (has * 100n >= opening * SHORT_PERCENT) continue
      const move = moveTo(venue, { currency, opening, has }, inventory, price(currency))
      if (move) return move
    }
  }
  return null
}

/** What moving an amount costs, in USDT, rounded up. */
export function costOfMove(amount: Amount, price: Amount): Amount {
  const worth = (amount * price) / ONE
  return FIXED + (worth * PART_PPM + 999_999n) / 1_000_000n
}

function moveTo(
  to: number,
  { currency, opening, has }: { currency: number; opening: Amount; has: Amount },
  inventory: Inventory,
  price: Amount | null,
): Move | null {
  const [giver] = [...inventory]
    .filter(([venue]) => venue !== to)
    .toSorted(([, one], [, other]) => ((one.get(currency) ?? 0n) < (other.get(currency) ?? 0n) ? 1 : -1))
  if (!giver || price === null) return null
  const [from, held] = giver
  const gap = (held.get(currency) ?? 0n) - has
  const wanted = opening - has
  // Half of the difference at most, so that the giver is not short afterwards.
  const amount = wanted < gap / 2n ? wanted : gap / 2n
  const cost = costOfMove(amount, price)
  const usdt = (held.get(PROGRAMME.currency) ?? 0n) - (currency === PROGRAMME.currency ? amount : 0n)
  const isWorth = amount * 100n >= opening * SHORT_PERCENT
  return isWorth && usdt >= cost ? { from, to, currency, amount, cost } : null
}
