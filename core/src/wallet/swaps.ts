import { accept, refuse, type Decision } from '../decision.ts'
import { ONE, shareFloor, type Amount } from '../money/money.ts'

/** Share of the source's value that the operator keeps in a swap: 0.1 %. */
export const SPREAD_PPM = 1_000
/** How long a quoted swap is valid. */
export const SWAP_QUOTE_LIFE_MS = 5_000
/** A swap is refused when the index has moved further than this against the user since the preview: 0.5 %. */
export const MOST_MOVE_PPM = 5_000
const MILLION = 1_000_000n

/** Prices of one unit of each side in USDT: the source's less the spread, the target's at the index. */
export interface SwapRates {
  source: Amount
  target: Amount
}

/** The swap rates at these index prices; null when a price is missing. */
export function swapRates(sourceIndex: Amount, targetIndex: Amount): SwapRates | null {
  const source = shareFloor(sourceIndex, MILLION - BigInt(SPREAD_PPM), MILLION)
  return source > 0n && targetIndex > 0n ? { source, target: targetIndex } : null
}

/** Received = amount x source rate / target rate, rounded down to 1e-8. */
export function swapReceives(amount: Amount, { source, target }: SwapRates): Amount {
  return shareFloor(amount, source, target)
}

/** Units of the target for one unit of the source, rounded down to 1e-8. */
export function swapRate(rates: SwapRates): Amount {
  return swapReceives(ONE, rates)
}

export type SwapRefusal = { code: 'price_moved' } | { code: 'amount_too_small' }

/**
 * The amount that a swap pays out: the previewed one with a quote, the present one without. Either is refused when the
 * present one is more than `MOST_MOVE_PPM` below the previewed one.
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
