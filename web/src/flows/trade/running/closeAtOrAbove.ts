import { parseAmount, type Amount } from '@tickmark/core/money/money'
import type { CallFailed } from '@tickmark/client/callFailed.ts'

/** Maximum number of tries when the bid expires on the way. */
const TRIES = 3

interface Bid {
  bidId: string
  /** A decimal. */
  bid: string
}

interface ClosePorts<B extends Bid> {
  /** Closes at a bid; null on success, else the refusal. */
  send(bid: B): Promise<CallFailed | null>
  /** The newest bid; null when there is none. */
  renew(): Promise<B | null>
}

/**
 * Closes at the bid that the user accepted. If it expired on the way, closes at a newer bid that is not lower. `less`
 * leaves a lower one to the user; the caller shows a failure.
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
