import { parseAmount, type Amount } from '@tickmark/core/money/money'
import type { CallFailed } from '@tickmark/client/callFailed.ts'

/** How often a bid that ran out on the way is replaced. */
const TRIES = 3

interface Bid {
  bidId: string
  /** A decimal. */
  bid: string
}

interface ClosePorts<B extends Bid> {
  /** Closes at a bid; null when that is done, or else the refusal. */
  send(bid: B): Promise<CallFailed | null>
  /** The newest bid; null when there is none. */
  renew(): Promise<B | null>
}

/**
 * Closes at the bid that the user accepted. When it ran out on the way, at a newer one that is not lower. `less` leaves a
 * lower one to the user; a failure is for the caller to show.
 */
export async function closeAtOrAbove<B extends Bid>(
  accepted: B,
  { send, renew }: ClosePorts<B>,
): Promise<'closed' | 'less' | CallFailed> {
  let bid = accepted
  for (let left = TRIES; ; left--) {
    const refusal = await send(bid)
    if (!refusal) return 'closed'
    const renewed = refusal.code === 'quote_expired' ? await renew() : null
    if (!renewed) return refusal
    if (left === 1 || unitsOf(renewed) < unitsOf(accepted)) return 'less'
    bid = renewed
  }
}

export function unitsOf({ bid }: Pick<Bid, 'bid'>): Amount {
  return parseAmount(bid) ?? 0n
}
