import { sql } from 'kysely'
import { CAUSES } from '@tickmark/core/ledger/accounts'
import type { Amount } from '@tickmark/core/money/money'
import type { Reader } from '../../db/pool.ts'
import { openingRef } from '../../ledger/grants.ts'

/** Opening funds of the real book's house, from before any deposit over a chain (`fundHouse`). */
export async function openingFunds(reader: Reader, code: string): Promise<Amount> {
  const refs = [openingRef('bankroll', 'real', code), openingRef('inventory', 'real', code)]
  const { rows } = await sql<{ total: bigint }>`
    select coalesce(sum(amount), 0)::bigint as total from transfer
    where ref = any (${refs}::uuid[]) and cause = ${CAUSES.funding}`.execute(reader)
  return rows[0]?.total ?? 0n
}

/** Total liabilities of the real book by currency: the sum of its balances, which equals the money from outside. */
export async function realLiabilities(reader: Reader): Promise<Map<number, Amount>> {
  const { rows } = await sql<{ currency: number; total: bigint }>`
    select ((id >> 4) & 31)::int as currency, sum(balance)::bigint as total from account
    where id & 512 = 0 group by 1`.execute(reader)
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
