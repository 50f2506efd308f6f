import { accept, refuse, type Decision } from '../decision.ts'
import { ONE, shareFloor, type Amount } from '../money/money.ts'

/** What the house keeps of the source's value in a swap: 0.1 %. */
export const SPREAD_PPM = 1_000
/** How long a quoted swap holds. */
export const SWAP_QUOTE_LIFE_MS = 5_000
/** A swap is refused when the index has moved further than this against the user since the preview: 0.5 %. */
export const MOST_MOVE_PPM = 5_000
const MILLION = 1_000_000n

/** Prices of one unit of each side in USDT: the source's with the spread taken off, the target's at the index. */
export interface SwapRates {
  source: Amount
  target: Amount
}

/** The rates at which the house swaps at these index prices; null where one of the two has no price. */
export function swapRates(sourceIndex: Amount, targetIndex: Amount): SwapRates | null {
  const source = shareFloor(sourceIndex, MILLION - BigInt(SPREAD_PPM), MILLION)
  return source > 0n && targetIndex > 0n ? { source, target: targetIndex } : null
}

/** Received = amount x source rate / target rate, rounded down to 1e-8. */
export function swapReceives(amount: Amount, { source, target }: SwapRates): Amount {
  return shareFloor(amount, source, target)
}

/** How many of the target one of the source gives, rounded down to 1e-8. */
export function swapRate(rates: SwapRates): Amount {
  return swapReceives(ONE, rates)
}

export type SwapRefusal = { code: 'price_moved' } | { code: 'amount_too_small' }

/**
 * What a swap pays out. A quoted sum is paid as it was shown, and without a quote the present one; either is refused when
 * the present sum is more than `MOST_MOVE_PPM` below the one that was previewed.
 */
export function decideSwap(
  present: Amount,
  previewed: Amount,
  isQuoted: boolean,
): Decision<Amount, SwapRefusal> {
  if (present * MILLION < previewed * (MILLION - BigInt(MOST_MOVE_PPM)))
    return refuse({ code: 'price_moved' })
  const received = isQuoted ? previewed : present
  return received > 0n ? accept(received) : refuse({ code: 'amount_too_small' })
}
