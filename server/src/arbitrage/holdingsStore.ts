import { TRADED_CURRENCIES } from '@tickmark/core/arbitrage/currencies'
import { accountId, HOUSE, VENUE_KINDS } from '@tickmark/core/ledger/accounts'
import type { Amount } from '@tickmark/core/money/money'
import type { Reader } from '../db/pool.ts'

/** The programme's balances at its venues by the books, by venue and currency. */
export type HeldInventory = Map<number, Map<number, Amount>>

const PLACES = VENUE_KINDS.flatMap((kind, index) =>
  TRADED_CURRENCIES.map((currency) => ({
    venue: index + 1,
    currency,
    id: accountId({ owner: HOUSE, book: 'real', currency, kind }),
  })),
)

export async function heldInventory(reader: Reader): Promise<HeldInventory> {
  const ids = PLACES.map((one) => one.id)
  const rows = await reader.selectFrom('account').selectAll().where('id', 'in', ids).execute()
  const balances = new Map(rows.map((row) => [row.id, row.balance]))
  const held: HeldInventory = new Map()
  for (const { venue, currency, id } of PLACES) {
    const ofVenue = held.get(venue) ?? new Map<number, Amount>()
    held.set(venue, ofVenue.set(currency, balances.get(id) ?? 0n))
  }
  return held
}
