import { sql } from 'kysely'
import { CAUSES } from '@tickmark/core/ledger'
import type { Reader } from '../db/pool.ts'
import type {} from './tables.ts'

/** A deposit whose posting is not what its row says. */
export interface Mismatch {
  id: string
  expected: string
  found: string
}

/** Deposits against the journal, in both directions: what is posted for a deposit is what its row says, and nothing else is. */
export async function depositMismatches(reader: Reader, most: number): Promise<Mismatch[]> {
  const { rows } = await sql<Mismatch>`
    select coalesce(d.id, t.ref)::text as id, coalesce(d.words, 'no deposit') as expected,
      coalesce(t.words, 'no posting') as found
    from (
      select id, posted || ' to ' || (case user_id when 0 then currency * 16 + 6 else user_id * 1024 + currency * 16 + 1 end)
        || ' as ' || (case user_id when 0 then ${CAUSES.funding}::int else ${CAUSES.deposit}::int end) as words
      from deposit where posted > 0) d
    full join (
      select ref, amount || ' to ' || to_id || ' as ' || cause as words from transfer
      where cause = ${CAUSES.deposit} or (cause = ${CAUSES.funding} and ref in (select id from deposit))) t on t.ref = d.id
    where d.words is distinct from t.words limit ${most}`.execute(reader)
  return rows
}

/** Deposits that the chain took back, whose loss the books do not have: none, or another sum. */
export async function lossMismatches(
  reader: Reader,
): Promise<{ currency: number; lost: bigint; booked: bigint }[]> {
  const { rows } = await sql<{ currency: number; lost: bigint; booked: bigint }>`
    select coalesce(d.currency, t.currency) as currency, coalesce(d.lost, 0)::bigint as lost,
      coalesce(t.booked, 0)::bigint as booked
    from (select currency::int as currency, sum(posted) as lost from deposit where state = 3 group by 1) d
    full join (
      select ((loss.from_id >> 4) & 31)::int as currency, sum(loss.amount) as booked from transfer loss
      where loss.cause = ${CAUSES.loss} and not exists (
        select from transfer back where back.ref = loss.ref and back.cause = ${CAUSES.funding})
      group by 1) t on t.currency = d.currency
    where coalesce(d.lost, 0) <> coalesce(t.booked, 0)`.execute(reader)
  return rows
}

export interface ChainSum {
  chain: number
  currency: number
  raw: bigint
  moves: number
}

/** What our addresses hold by our own count, and how many changes that is the sum of. */
export async function chainSums(reader: Reader): Promise<ChainSum[]> {
  const { rows } = await sql<{ chain: number; currency: number; raw: string; moves: bigint }>`
    select chain, currency, sum(raw)::text as raw, count(*) as moves from chain_move group by 1, 2`.execute(
    reader,
  )
  return rows.map((row) => ({ ...row, raw: BigInt(row.raw), moves: Number(row.moves) }))
}

export interface AddressSum {
  address: string
  currency: number
  raw: bigint
}

/** The same by address, a page in the order of addresses; `after` is the last one of the page before. */
export async function addressSums(
  reader: Reader,
  chain: number,
  after: string,
  most: number,
): Promise<AddressSum[]> {
  const { rows } = await sql<{ address: string; currency: number; raw: string }>`
    select address, currency, sum(raw)::text as raw from chain_move
    where chain = ${chain} and address in (
      select distinct address from chain_move where chain = ${chain} and address > ${after} order by 1 limit ${most})
    group by 1, 2 order by 1, 2`.execute(reader)
  return rows.map((row) => ({ ...row, raw: BigInt(row.raw) }))
}
