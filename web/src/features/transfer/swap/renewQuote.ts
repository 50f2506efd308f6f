import type { CallFailed } from '@tickmark/client/callFailed.ts'
import { parseAmount, type Amount } from '@tickmark/core/money/money'

/** Maximum number of tries when the quote expires on the way. */
const TRIES = 3

interface Quote {
  /** The swap's payout, a decimal. */
  receives: string
}

/**
 * Replaces an expired quote if the new one pays no less than the user confirmed. Null when it pays less: the user
 * decides. Throws any other failure; a new quote would not help. After `price_moved`, for example, the old quote is
 * valid again when the price returns, and a delayed copy would swap a second time.
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

/** A quote's payout, in units of the target currency. */
export function receivesOf({ receives }: Quote): Amount {
  return parseAmount(receives) ?? 0n
}
