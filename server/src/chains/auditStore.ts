import { sql } from 'kysely'
import { CAUSES, KINDS } from '@tickmark/core/ledger/accounts'
import { DEPOSIT_STATES } from '@tickmark/core/wallet/deposits'
import type { Reader } from '../db/pool.ts'
import { auditedTransfers } from '../ledger/auditedTransfersStore.ts'
import type { AuditedPart } from '../module/auditRule.ts'
import type { Finding } from '../module/finding.ts'
import { findingsIn, type FindingRow } from '../module/findingStore.ts'
import { MOVE_KINDS } from './deposits/store.ts'
import type {} from './deposits/tables.ts'

/**
 * Compares deposits with the journal in both directions: each deposit's posting matches its row, and no other deposit
 * posting exists.
 */
export function depositMismatches(reader: Reader, since: AuditedPart | null): Promise<Finding[]> {
  const transfers = auditedTransfers(['deposit', 'funding'], since, sql`select id from deposit`)
  const query = sql<FindingRow>`
    select 'deposit ' || coalesce(d.id, t.ref) as "where", coalesce(d.words, 'no deposit') as expected,
      coalesce(t.words, 'no posting') as found
    from (
      select id, posted || ' to ' || (case user_id when 0 then currency * 16 + ${KINDS.inventory}::int
          else user_id * 1024 + currency * 16 + ${KINDS.available}::int end)
        || ' as ' || (case user_id when 0 then ${CAUSES.funding}::int else ${CAUSES.deposit}::int end) || ' at ' || credited_at_ms as words
      from deposit where posted > 0) d
    full join (
      select ref, amount || ' to ' || to_id || ' as ' || cause || ' at ' || at_ms as words from ${transfers} one
      where cause = ${CAUSES.deposit} or (cause = ${CAUSES.funding} and ref in (select id from deposit))) t on t.ref = d.id
    where d.words is distinct from t.words`
  return findingsIn(reader, 'deposits = postings', query)
}

/** Deposits lost in a reorganisation whose loss is missing in the books or has another amount. */
export async function lossMismatches(
  reader: Reader,
): Promise<{ currency: number; lost: bigint; booked: bigint }[]> {
  const { rows } = await sql<{ currency: number; lost: bigint; booked: bigint }>`
    select coalesce(d.currency, t.currency) as currency, coalesce(d.lost, 0)::bigint as lost,
      coalesce(t.booked, 0)::bigint as booked
    from (select currency::int as currency, sum(posted) as lost from deposit
      where state = ${DEPOSIT_STATES.lost} group by 1) d
    full join (
      select ((loss.from_id >> 4) & 31)::int as currency, sum(loss.amount) as booked from transfer loss
      where loss.cause = ${sql.lit(CAUSES.loss)} and not exists (
        select from transfer back where back.ref = loss.ref and back.cause = ${CAUSES.funding})
      group by 1) t on t.currency = d.currency
    where coalesce(d.lost, 0) <> coalesce(t.booked, 0)`.execute(reader)
  return rows
}

export interface ChainSum {
  chain: number
  currency: number
  /** Holdings of our addresses by our own records. */
  raw: bigint
  /** Total outflow, above zero; includes all network fees, those of failed transactions too. */
  out: bigint
  /** The part of the outflow in young blocks: the books may not show it yet. */
  youngOut: bigint
  outMoves: number
}

/** Sums of all moves. A block is young while fewer than `youngBlocks` of its chain follow it. */
export async function chainSums(
  reader: Reader,
  youngBlocks: ReadonlyMap<number, number>,
): Promise<ChainSum[]> {
  const young = JSON.stringify(Object.fromEntries(youngBlocks))
  const isOut = sql`kind in (${sql.lit(MOVE_KINDS.out)}, ${sql.lit(MOVE_KINDS.fee)})`
  const { rows } = await sql<
    Record<'raw' | 'out' | 'young', string> & { chain: number; currency: number; moves: bigint }
  >`
    with edge as (
      select chain, max(number) - coalesce((${young}::jsonb ->> chain::text)::int, 0) as number
      from chain_block group by chain)
    select m.chain, m.currency, sum(raw)::text as raw,
      coalesce(-sum(raw) filter (where ${isOut}), 0)::text as out,
      coalesce(-sum(raw) filter (where ${isOut} and m.block > edge.number), 0)::text as young,
      count(*) filter (where ${isOut}) as moves
    from chain_move m join edge on edge.chain = m.chain group by 1, 2`.execute(reader)
  return rows.map((row) => ({
    chain: row.chain,
    currency: row.currency,
    raw: BigInt(row.raw),
    out: BigInt(row.out),
    youngOut: BigInt(row.young),
    outMoves: Number(row.moves),
  }))
}

/**
 * Payouts of the real book (bit 9 of an account's id is 0) for withdrawals and their network fees, by currency, after one time
 * (ms) and up to another.
 */
export async function paidOut(
  reader: Reader,
  { afterMs = 0, toMs = null as number | null } = {},
): Promise<Map<number, bigint>> {
  const { rows } = await sql<{ currency: number; total: bigint }>`
    select ((from_id >> 4) & 31)::int as currency, sum(amount)::bigint as total from transfer
    where cause = ${CAUSES.payout} and to_id & 15 = ${sql.lit(KINDS.external)} and from_id & 512 = 0
      and at_ms > ${afterMs}::bigint and at_ms <= coalesce(${toMs}::bigint, at_ms) group by 1`.execute(reader)
  return new Map(rows.map((row) => [row.currency, row.total]))
}

export interface AddressSum {
  address: string
  currency: number
  raw: bigint
}

/** Sums of all moves by address, a page in order of address; `after` is the last address of the previous page. */
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
