import { ONE, type Amount } from '../../money/money.ts'
import type { Level, VenueFill, VenueOrder } from './venue.ts'

const PPM = 1_000_000n

/** USDT for a size at a price: a buyer pays it rounded up, a seller gets it rounded down. */
export function quoteOf(side: 'buy' | 'sell', price: Amount, size: Amount): Amount {
  return rounded(side, price * size)
}

function rounded(side: 'buy' | 'sell', product: bigint): Amount {
  return side === 'buy' ? (product + ONE - 1n) / ONE : product / ONE
}

/** A venue's fee for an exchanged amount of USDT, rounded up. */
export function feeOf(quote: Amount, takerPpm: bigint): Amount {
  return (quote * takerPpm + PPM - 1n) / PPM
}

/** Fills an immediate-or-cancel order from one side of a book, best level first, up to its limit. */
export function fillFrom(
  { side, limit, size }: Pick<VenueOrder, 'side' | 'limit' | 'size'>,
  levels: readonly Level[],
  takerPpm: bigint,
): VenueFill {
  let [filled, product] = [0n, 0n]
  for (const level of levels) {
    const isWithin = side === 'buy' ? level.price <= limit : level.price >= limit
    if (!isWithin || filled === size) break
    const taken = level.size < size - filled ? level.size : size - filled
    filled += taken
    product += level.price * taken
  }
  if (filled === 0n) return { state: 'unfilled', filled, quote: 0n, fee: 0n }
  const quote = rounded(side, product)
  return { state: filled === size ? 'filled' : 'partial', filled, quote, fee: feeOf(quote, takerPpm) }
}
