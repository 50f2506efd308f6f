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
      select id as ref, side.* from swap, lateral (values
        (0, user_id * 1024 + book * 512 + source * 16 + 1, (book * 512 + source * 16 + 6)::bigint, given),
        (1, (book * 512 + target * 16 + 6)::bigint, user_id * 1024 + book * 512 + target * 16 + 1, received)
      ) as side (leg, from_id, to_id, amount)
    )
    select coalesce(e.ref, t.ref) as ref, coalesce(e.leg, t.leg)::int as leg,
      e.from_id || ' -> ' || e.to_id || ': ' || e.amount as due, t.from_id || ' -> ' || t.to_id || ': ' || t.amount as paid
    from expected e
    full join ${auditedTransfers(['swap'], since, sql`select id from swap`)} t on t.ref = e.ref and t.leg = e.leg
    where (e.from_id, e.to_id, e.amount) is distinct from (t.from_id, t.to_id, t.amount)
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
