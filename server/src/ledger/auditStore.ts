import { sql } from 'kysely'
import { viewQuery } from '../db/migrate.ts'
import type { Reader } from '../db/pool.ts'
import type { Finding } from '../module/finding.ts'
import type { AuditedPart } from '../module/auditRule.ts'
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

/** A balance is the sum of its account's movements: of transfers, and of what orders move. */
export function accountsOffTransfers(reader: Reader): Promise<Finding[]> {
  const query = sql<FindingRow>`
    with ${movements()}
    select 'account ' || coalesce(a.id, s.id) as "where", coalesce(total, 0)::text as expected,
      coalesce(balance, 0)::text as found
    from account a full join (
      select id, sum(amount) as total
      from (select to_id as id, amount from movement union all select from_id, -amount from movement) as side
      where (id & 15) <> 0 group by id) s on s.id = a.id
    where coalesce(balance, 0) <> coalesce(total, 0)`
  return findingsIn(reader, 'balance = transfers', query)
}

/**
 * SHA-256 (hex) over all accounts and their balances at a time. Zero balances are left out. Hashed in groups, because a text of
 * PostgreSQL is limited to a gigabyte.
 */
export async function balancesDigest(reader: Reader, atMs: number): Promise<string> {
  const { rows } = await sql<{ digest: string }>`
    with ${heldAt(atMs)}, parts as (
      select id >> 24 as place, sha256(string_agg(id || ' ' || amount, ',' order by id)::bytea) as hash
      from held where amount <> 0 group by 1
    )
    select encode(sha256(coalesce(string_agg(hash, ''::bytea order by place), '')), 'hex') as digest from parts`.execute(
    reader,
  )
  return rows[0]?.digest ?? ''
}

/**
 * The table `held` of a query: each account's balance at a time, ms since 1970, computed as its present balance less the later
 * movements.
 */
export function heldAt(atMs: number) {
  return sql`${movements()}, later as (
      select id, sum(amount) as amount from (
        select to_id as id, amount from movement where at_ms > ${atMs}::bigint
        union all select from_id, -amount from movement where at_ms > ${atMs}::bigint) as side
      where (id & 15) <> 0 group by id
    ), held as (
      select id, coalesce(balance, 0) - coalesce(later.amount, 0) as amount from account full join later using (id)
    )`
}

/** The view `movement`, by its own query, as a table of a query. */
export function movements() {
  return sql.raw(`movement as not materialized (${viewQuery('movement')})`)
}

/** Some of the transfers between two parts, of all transfers or of those since an audit. */
export function transfersAcrossParts(
  reader: Reader,
  since: AuditedPart | null,
  most: number,
): Promise<{ ref: string; from_id: bigint; to_id: bigint }[]> {
  return reader
    .selectFrom('transfer')
    .select(['ref', 'from_id', 'to_id'])
    .where(sql<boolean>`(from_id & 1008) <> (to_id & 1008) and ${after(since)}`)
    .limit(most)
    .execute()
}

/** Number of transfers by cause, paying kind and receiving kind of account; of all transfers or of those since an audit. */
export async function countFlows(
  reader: Reader,
  since: AuditedPart | null,
): Promise<{ cause: number; payer: number; paid: number; is_real: boolean; count: bigint }[]> {
  const { rows } = await sql<{ cause: number; payer: number; paid: number; is_real: boolean; count: bigint }>`
    select cause, (from_id & 15)::int as payer, (to_id & 15)::int as paid, from_id & 512 = 0 as is_real, count(*) as count
    from transfer where ${after(since)} group by 1, 2, 3, 4`.execute(reader)
  return rows
}

function after(since: AuditedPart | null) {
  return since === null ? sql`true` : sql`at_ms > ${since.atMs}::bigint`
}
