import { FEED_AGES } from '@tickmark/core/market/feed'
import { CURRENCIES } from '@tickmark/core/money/currencies'
import { ONE } from '@tickmark/core/money/money'
import { SPREAD_PPM, SWAP_QUOTE_LIFE_MS } from '@tickmark/core/wallet/swaps'
import { sql } from 'kysely'
import type { Reader } from '../db/pool.ts'
import { auditedTransfers } from '../ledger/auditedTransfersStore.ts'
import type { AuditedPart } from '../module/auditRule.ts'
import type {} from './tables.ts'

/** A transfer that the rows require, and the journal's transfer in its place; null where one of the two is missing. */
export interface TransferGap {
  ref: string
  leg: number
  due: string | null
  paid: string | null
}

/** Some of the missing or surplus transfers of swaps. */
export async function swapTransferGaps(
  reader: Reader,
  since: AuditedPart | null,
  most: number,
): Promise<TransferGap[]> {
  const { rows } = await sql<TransferGap>`
    with expected as (
      select id as ref, at_ms, side.* from swap, lateral (values
        (0, user_id * 1024 + book * 512 + source * 16 + 1, (book * 512 + source * 16 + 6)::bigint, given),
        (1, (book * 512 + target * 16 + 6)::bigint, user_id * 1024 + book * 512 + target * 16 + 1, received)
      ) as side (leg, from_id, to_id, amount)
    )
    select coalesce(e.ref, t.ref) as ref, coalesce(e.leg, t.leg)::int as leg,
      e.from_id || ' -> ' || e.to_id || ': ' || e.amount || ' at ' || e.at_ms as due,
      t.from_id || ' -> ' || t.to_id || ': ' || t.amount || ' at ' || t.at_ms as paid
    from expected e
    full join ${auditedTransfers(['swap'], since, sql`select id from swap`)} t on t.ref = e.ref and t.leg = e.leg
    where (e.from_id, e.to_id, e.amount, e.at_ms) is distinct from (t.from_id, t.to_id, t.amount, t.at_ms)
    limit ${most}`.execute(reader)
  return rows
}

/** Some of the swaps whose payment differs from their rates. */
export async function swapsOffRates(
  reader: Reader,
  most: number,
): Promise<{ id: string; due: string; received: bigint }[]> {
  const { rows } = await sql<{ id: string; due: string; received: bigint }>`
    select id, div(given::numeric * source_rate, target_rate)::text as due, received from swap
    where received <> div(given::numeric * source_rate, target_rate) limit ${most}`.execute(reader)
  return rows
}

/** A quote is made at a tick that may be as old as trading allows, and is paid until its life is over. */
const OLDEST_TICK_MS = SWAP_QUOTE_LIFE_MS + FEED_AGES.degraded
/** The newest tick may be ahead of the time of the process that swaps. */
const AHEAD_MS = 1_000

/** A swap with the rates that it was paid at. */
export interface SwapAtRates {
  id: string
  source_rate: bigint
  target_rate: bigint
}

/** Some of the swaps whose pair of rates no logged tick of their time gives: the index price, the source's less the spread. */
export async function swapsOffTicks(
  reader: Reader,
  since: AuditedPart | null,
  most: number,
): Promise<SwapAtRates[]> {
  const ids = CURRENCIES.map(({ id }) => id)
  const pids = CURRENCIES.map(({ pid }) => pid)
  const { rows } = await sql<SwapAtRates>`
    with coin as (select * from unnest(${ids}::int[], ${pids}::int[]) as coin (id, pid))
    select swap.id, source_rate, target_rate from swap
    left join coin as given_coin on given_coin.id = source
    left join coin as paid_coin on paid_coin.id = target
    where at_ms > ${BigInt(since?.atMs ?? -1)} and not exists (
      select from log_entry cross join lateral (select body::jsonb -> 'prices' as prices) tick
      where kind = 'tick' and at between at_ms - ${OLDEST_TICK_MS}::int and at_ms + ${AHEAD_MS}::int
        and target_rate = case when paid_coin.pid is null then ${ONE}::bigint else (prices ->> paid_coin.pid::text)::bigint end
        and source_rate = div((case when given_coin.pid is null then ${ONE}::bigint else (prices ->> given_coin.pid::text)::bigint end)::numeric
          * (1000000 - ${SPREAD_PPM}::int), 1000000))
    limit ${most}`.execute(reader)
  return rows
}
