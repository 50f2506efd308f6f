import { accept, refuse, type Decision } from '../decision.ts'
import { ONE, shareFloor, type Amount } from '../money/money.ts'

/** Share of the source's value that the operator keeps in a swap: 0.1 %. */
export const SPREAD_PPM = 1_000
/** How long a quoted swap is valid: at most two ticks after its own. */
export const SWAP_QUOTE_LIFE_MS = 2_000
/**
 * How far the present rate may fall below a quote that is still paid: 5 basis points, half the spread. So using a quote always
 * costs at least the other half, and no strategy gains from waiting. On a million simulated quotes it is the smallest slack at
 * which 99 of 100 honest swaps get their preview in every pair (99.3; with 2 basis points 88).
 */
export const QUOTE_SLACK_PPM = SPREAD_PPM / 2
/** A swap without a quote is refused when its rate fell further than this within 5 s: 0.5 %. */
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
 * Decides whether a quoted swap pays the preview or the present amount: the preview while the present amount differs by at most
 * `QUOTE_SLACK_PPM`, the present amount when it is better by more. When it is worse by more, the user is asked again.
 */
export function decideQuoted(
  present: Amount,
  previewed: Amount,
): Decision<'previewed' | 'present', SwapRefusal> {
  if (fellBeyond(present, previewed, QUOTE_SLACK_PPM)) return refuse({ code: 'price_moved' })
  if (previewed === 0n) return refuse({ code: 'amount_too_small' })
  return accept(fellBeyond(previewed, present, QUOTE_SLACK_PPM) ? 'present' : 'previewed')
}

/** A swap without a quote pays the present amount, unless that fell far below the amount shown to the user. */
export function decideUnquoted(present: Amount, seen: Amount): Decision<'present', SwapRefusal> {
  if (fellBeyond(present, seen, MOST_MOVE_PPM)) return refuse({ code: 'price_moved' })
  return present > 0n ? accept('present') : refuse({ code: 'amount_too_small' })
}

/** Whether an amount is more than `ppm` millionths below another. */
function fellBeyond(amount: Amount, other: Amount, ppm: number): boolean {
  return amount * MILLION < other * (MILLION - BigInt(ppm))
}
