import { sql } from 'kysely'
import type { Reader } from '../db/pool.ts'
import type { Finding } from '../module/finding.ts'
import { findingsIn, type FindingRow } from '../module/findingStore.ts'
import type {} from './tables.ts'

/**
 * Parts (one currency of one book, bits 4 to 9 of an account's id) whose balances differ from the money from outside.
 */
export async function partsOffBalance(
  reader: Reader,
): Promise<{ part: number; held: string; given: string }[]> {
  const { rows } = await sql<{ part: number; held: string; given: string }>`
    select coalesce(a.part, t.part)::int as part, coalesce(held, 0)::text as held, coalesce(given, 0)::text as given
    from (select id & 1008 as part, sum(balance) as held from account group by 1) a
    full join (
      select from_id & 1008 as part, sum(case when (from_id & 15) = 0 then amount else -amount end) as given
      from transfer where (from_id & 15) = 0 or (to_id & 15) = 0 group by 1) t on t.part = a.part
    where coalesce(held, 0) <> coalesce(given, 0)`.execute(reader)
  return rows
}

/** No account's balance is below zero. */
export function accountsBelowZero(reader: Reader): Promise<Finding[]> {
  const query = sql<FindingRow>`
    select 'account ' || id as "where", '0 or more' as expected, balance::text as found from account where balance < 0`
  return findingsIn(reader, 'not negative', query)
}

/** A balance is the sum of its account's transfers. */
export function accountsOffTransfers(reader: Reader): Promise<Finding[]> {
  const query = sql<FindingRow>`
    select 'account ' || coalesce(a.id, s.id) as "where", coalesce(total, 0)::text as expected,
      coalesce(balance, 0)::text as found
    from account a full join (
      select id, sum(amount) as total
      from (select to_id as id, amount from transfer union all select from_id, -amount from transfer) as side
      where (id & 15) <> 0 group by id) s on s.id = a.id
    where coalesce(balance, 0) <> coalesce(total, 0)`
  return findingsIn(reader, 'balance = transfers', query)
}

/** Some of the transfers between two parts. */
export function transfersAcrossParts(
  reader: Reader,
  most: number,
): Promise<{ ref: string; from_id: bigint; to_id: bigint }[]> {
  return reader
    .selectFrom('transfer')
    .select(['ref', 'from_id', 'to_id'])
    .where(sql<boolean>`(from_id & 1008) <> (to_id & 1008)`)
    .limit(most)
    .execute()
}

/** Number of transfers by cause, paying kind and receiving kind of account. */
export async function countFlows(
  reader: Reader,
): Promise<{ cause: number; payer: number; paid: number; is_real: boolean; count: bigint }[]> {
  const { rows } = await sql<{ cause: number; payer: number; paid: number; is_real: boolean; count: bigint }>`
    select cause, (from_id & 15)::int as payer, (to_id & 15)::int as paid, from_id & 512 = 0 as is_real, count(*) as count
    from transfer group by 1, 2, 3, 4`.execute(reader)
  return rows
}
