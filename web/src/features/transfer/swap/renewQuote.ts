import type { CallFailed } from '@tickmark/client/callFailed.ts'
import { parseAmount, type Amount } from '@tickmark/core/money/money'

/** How often a swap is sent whose quote runs out on the way. */
const TRIES = 3

interface Quote {
  /** What the swap pays, a decimal. */
  receives: string
}

/**
 * Replaces the quote of a swap that ran out on a slow line, as long as the new one pays no less than the user confirmed:
 * null leaves a lower one to him. Throws any other failure, which a new quote does not mend: after `price_moved` the old
 * quote is good again when the price returns, and a copy on its way would swap a second time.
 */
export function renewQuote<Q extends Quote>(
  confirmed: Q,
  quoteNow: () => Promise<Q | null>,
): (failure: CallFailed) => Promise<Q | null> {
  let left = TRIES
  return async (failure) => {
    left -= 1
    const renewed = failure.code === 'rate_expired' && left > 0 ? await quoteNow() : null
    if (!renewed) throw failure
    return receivesOf(renewed) >= receivesOf(confirmed) ? renewed : null
  }
}

/** What a quote pays, in units of the target. */
export function receivesOf({ receives }: Quote): Amount {
  return parseAmount(receives) ?? 0n
}
