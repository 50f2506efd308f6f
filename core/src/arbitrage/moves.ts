import { ONE, type Amount } from '../money/money.ts'
import { PROGRAMME } from './programme.ts'

/** Each venue's opening holdings, by currency; worth about a million USDT over all five. */
export const OPENING: ReadonlyMap<number, Amount> = new Map([
  [PROGRAMME.currency, 100_000n * ONE],
  [4, (3n * ONE) / 10n],
  [3, 6n * ONE],
  [7, 115n * ONE],
  [5, 125_000n * ONE],
  [6, 33n * ONE],
])

/** A move's cost in USDT: a fixed part, and millionths of the moved value. */
const [FIXED, PART_PPM] = [ONE, 50n]
/** A venue is short below this percentage of its opening amount. */
const SHORT_PERCENT = 10n

export interface Move {
  from: number
  to: number
  currency: number
  amount: Amount
  /** USDT, paid by the giving venue. */
  cost: Amount
}

/** Holdings by venue and currency. */
export type Inventory = ReadonlyMap<number, ReadonlyMap<number, Amount>>

/**
 * The next move between venues: to a venue with less than a tenth of its opening amount of a currency, from the venue that has
 * most of it. A currency with a move under way gets no other, as the amount under way is at no venue. `price` gives a currency's
 * price in USDT, null when unknown. Null when no venue is short or none can give.
 */
export function findMove(
  inventory: Inventory,
  moving: readonly Pick<Move, 'currency'>[],
  price: (currency: number) => Amount | null,
): Move | null {
  for (const currency of OPENING.keys()) {
    if (moving.some((one) => one.currency === currency)) continue
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
 * The move of a currency that a venue needs, regardless of cost; null while the venue has a tenth of its opening amount, or when
 * no venue can give that much.
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
  // At most half of the difference, so that the giver is not short afterwards.
  const half = (heldAt(inventory, from, currency) - has) / 2n
  const wanted = opening - has
  const amount = wanted < half ? wanted : half
  return amount * 100n >= opening * SHORT_PERCENT ? { from, to, currency, amount } : null
}

/** Whether the giving venue has the USDT for the move's cost. */
export function canPay(inventory: Inventory, { from, currency, amount, cost }: Move): boolean {
  const usdt = heldAt(inventory, from, PROGRAMME.currency)
  return usdt - (currency === PROGRAMME.currency ? amount : 0n) >= cost
}

/** Cost of moving an amount, in USDT, rounded up. */
export function costOfMove(amount: Amount, price: Amount): Amount {
  const worth = (amount * price) / ONE
  return FIXED + (worth * PART_PPM + 999_999n) / 1_000_000n
}

function heldAt(inventory: Inventory, venue: number, currency: number): Amount {
  return inventory.get(venue)?.get(currency) ?? 0n
}
