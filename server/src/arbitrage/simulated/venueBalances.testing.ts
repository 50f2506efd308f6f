import type { Amount } from '@tickmark/core/money/money'
import type { Reader } from '../../db/pool.ts'
import type {} from './tables.ts'

/** All venues' balances, by venue and currency. */
export async function venueBalances(reader: Reader): Promise<Map<number, Map<number, Amount>>> {
  const held = new Map<number, Map<number, Amount>>()
  for (const { venue, currency, amount } of await reader
    .selectFrom('simulated_venue_balance')
    .selectAll()
    .execute())
    held.set(venue, (held.get(venue) ?? new Map<number, Amount>()).set(currency, amount))
  return held
}
