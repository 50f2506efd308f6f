import { ENTRY_DELAY_MS, ENTRY_WAIT_MS, entryFixing, type Tick } from '@tickmark/core/market/fixing'
import { sql } from 'kysely'
import type { Database } from '../db/pool.ts'
import { payIn } from '../ledger/realMoney.testing.ts'
import type { Fixture } from '../orders/fixture.testing.ts'
import type { Order } from '../orders/order/order.ts'
import { ticketSeqs } from '../orders/order/store.ts'

/**
 * Gives users large real balances in every currency that pays for orders, and the operator the capital to cover them.
 */
export async function giveReal(database: Database, users: readonly number[]): Promise<void> {
  for (const userId of users)
    for (const currency of [1, 2, 3, 4]) await payIn(database.db, { userId, currency, amount: 10n ** 13n })
  await sql`insert into transfer
    select 16 * currency, 16 * currency + 3, ${10n ** 16n}::bigint, 0, gen_random_uuid(), 5, 0
    from generate_series(1, 4) as currency`.execute(database.db)
}

/** The entry tick of an order in the fixture's market; null while there is none, or while its ticket is not logged. */
export async function entryOf(
  { database, market, clock }: Fixture,
  { acceptedAtMs, terms, ticketBatch }: Order,
): Promise<Tick | null> {
  const ticketSeq = (await ticketSeqs(database.db, [ticketBatch])).get(ticketBatch)
  if (ticketSeq === undefined) return null
  const from = acceptedAtMs + ENTRY_DELAY_MS
  const until = Math.min(clock.nowMs(), from + ENTRY_WAIT_MS)
  const ticks = await market.ticksBetween(terms.pid, from, until)
  const fixing = entryFixing(ticks, { acceptedAtMs, ticketSeq })
  return fixing.ok ? fixing.tick : null
}
