import { sql } from 'kysely'
import { accountId, CAUSES, HOUSE, type Kind, KINDS } from '@tickmark/core/ledger/accounts'
import type { Amount } from '@tickmark/core/money/money'
import type { Reader } from '../../db/pool.ts'
import type {} from './tables.ts'

/**
 * The sandbox house's money in the real book without a deposit over a chain (`fundHouse`, `fundAgain`, `refillInventory`,
 * `fundPoolAgain`), plus the arbitrage programme's earnings, which the sandbox's venues pay in. A loss that the house gets
 * back (`bookReturns`) is none of it.
 */
export async function givenFunds(reader: Reader, currency: number): Promise<Amount> {
  const idOf = (kind: Kind) => accountId({ owner: HOUSE, book: 'real', currency, kind })
  const { rows } = await sql<{ total: bigint }>`
    select coalesce(sum(amount), 0)::bigint as total from transfer
    where (cause = ${sql.lit(CAUSES.funding)} and to_id in (${idOf('bankroll')}, ${idOf('inventory')}, ${idOf('lending')})
        and not exists (select from deposit where deposit.id = transfer.ref)
        and not exists (select from transfer loss where loss.ref = transfer.ref and loss.cause = ${sql.lit(CAUSES.loss)}))
      or (cause = ${sql.lit(CAUSES.earning)} and to_id = ${idOf('programme')})`.execute(reader)
  return rows[0]?.total ?? 0n
}

/**
 * The real book's liabilities by currency that a chain must cover: the sum of its balances, less the balances at the arbitrage
 * programme's venues.
 */
export async function realLiabilities(reader: Reader): Promise<Map<number, Amount>> {
  const { rows } = await sql<{ currency: number; total: bigint }>`
    select ((id >> 4) & 31)::int as currency, sum(balance)::bigint as total from account
    where id & 512 = 0 and (id & 15) not between ${sql.lit(KINDS.venue1)} and ${sql.lit(KINDS.venue5)} group by 1`.execute(
    reader,
  )
  return new Map(rows.map((row) => [row.currency, row.total]))
}

/** Whether the journal has a transfer with that ref and cause. */
export async function isPosted(reader: Reader, ref: string, cause: keyof typeof CAUSES): Promise<boolean> {
  const { rows } = await sql<{ one: number }>`
    select 1 as one from transfer where ref = ${ref}::uuid and cause = ${CAUSES[cause]} limit 1`.execute(
    reader,
  )
  return rows.length > 0
}
