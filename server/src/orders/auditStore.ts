import { sql } from 'kysely'
import type { Reader } from '../db/pool.ts'
import type { Finding } from '../module/finding.ts'
import { findingsIn, type FindingRow } from '../module/findingStore.ts'
import type { LoggedOrder } from './order/fixings.ts'
import type { PriceBasis, Terms } from '@tickmark/core/orders/terms'
import { orderOfRow, termsOfRow, type TermsRow } from './order/order.ts'
import type { OrderRow } from './order/tables.ts'

/** A currency of a book whose escrow or exposure differs from the sum over the open orders. */
export interface EscrowGap {
  part: number
  held: string
  owed: string
  exposed: string
  profit: string
}

/** An order with its receipt's leaf; null when its batch has no such leaf. */
export type AuditedOrder = LoggedOrder & {
  leaf: Buffer | null
  /** Hash of the owner's consent to an early close, in hex; '' when there is none. */
  closeConsent: string
}

/** `last` is null after the last page. */
export interface AuditPage {
  list: AuditedOrder[]
  last: { userId: bigint; id: string } | null
}

/** Where the first page begins. */
export const FIRST_PAGE: AuditPage['last'] = { userId: 0n, id: '00000000-0000-0000-0000-000000000000' }

const PAGE = 5_000

export async function partsOffEscrow(reader: Reader): Promise<EscrowGap[]> {
  const { rows } = await sql<EscrowGap>`
    select part::int, coalesce(held, 0)::text as held, coalesce(owed, 0)::text as owed,
      coalesce(exposed, 0)::text as exposed, coalesce(o.profit, 0)::text as profit
    from (select id & 1008 as part, balance as held from account where (id & 15) = 2) a
    full join (select book * 512 + currency * 16 as part, sum(stake + profit + fee) as owed, sum(profit) as profit
      from orders where status = 0 group by 1) o using (part)
    full join (select book * 512 + currency * 16 as part, profit as exposed from exposure) e using (part)
    where coalesce(held, 0) <> coalesce(owed, 0) or coalesce(exposed, 0) <> coalesce(o.profit, 0)`.execute(
    reader,
  )
  return rows
}

/** Every order has its placing transfers, every finished order its settlement transfers; there are no others. */
export function orderTransferGaps(reader: Reader): Promise<Finding[]> {
  const query = sql<FindingRow>`
    with expected as (
      select id as ref, side.* from orders, lateral (values
        (1, 0, user_id * 1024 + book * 512 + currency * 16 + 1, book * 512 + currency * 16 + 2, stake + fee),
        (1, 1, book * 512 + currency * 16 + 3, book * 512 + currency * 16 + 2, profit)
      ) as side (cause, leg, from_id, to_id, amount)
      union all
      select id, 2, side.leg, escrow, side.to_id, side.amount from (
        select id, book * 512 + currency * 16 + 2 as escrow, user_id * 1024 + book * 512 + currency * 16 + 1 as available,
          net + stake + fee as to_user, case when outcome in (1, 2, 5) then fee else 0 end as to_fees,
          stake + profit + fee as whole
        from orders where status = 1) as done,
        lateral (values (0, available, to_user), (1, escrow + 1, whole - to_user - to_fees), (2, escrow + 2, to_fees))
          as side (leg, to_id, amount)
      where side.amount <> 0
    )
    select 'order ' || coalesce(e.ref, t.ref) || ' ' || coalesce(e.cause, t.cause) || '/' || coalesce(e.leg, t.leg) as "where",
      coalesce(e.from_id || ' -> ' || e.to_id || ': ' || e.amount, 'none') as expected,
      coalesce(t.from_id || ' -> ' || t.to_id || ': ' || t.amount, 'none') as found
    from expected e
    full join (select * from transfer where cause in (1, 2)) t on t.ref = e.ref and t.cause = e.cause and t.leg = e.leg
    where (e.from_id, e.to_id, e.amount) is distinct from (t.from_id, t.to_id, t.amount)`
  return findingsIn(reader, 'orders = transfers', query)
}

/** The next finished orders by user and id, of all outcomes or closed early. */
export async function finishedAfter(
  reader: Reader,
  after: { userId: bigint; id: string },
  which: 'all' | 'closed' = 'all',
): Promise<AuditPage> {
  const { rows } = await sql<OrderRow & { log_seq: bigint; leaf: Buffer | null; close_consent: string }>`
    select o.*, t.log_seq, substring(r.leaves from 32 * o.receipt_index + 1 for 32) as leaf,
      coalesce((select encode(c.hash, 'hex') from order_consent c where c.order_id = o.id and c.closes and not c.refused), '')
        as close_consent
    from (select * from orders where status = 1 and (user_id, id) > (${after.userId}, ${after.id}::uuid)
      and (outcome = 5 or ${which === 'all'})
      order by user_id, id limit ${PAGE}) o
    left join ticket_batch t on t.id = o.batch left join receipt_batch r on r.id = o.receipt_batch
    order by o.user_id, o.id`.execute(reader)
  const last = rows.at(-1)
  return {
    list: rows.map((row) => ({
      order: orderOfRow(row),
      ticketSeq: Number(row.log_seq),
      leaf: row.leaf,
      closeConsent: row.close_consent,
    })),
    last: last ? { userId: last.user_id, id: last.id } : null,
  }
}

/** Orders with the same terms under the same entries of the log. */
export interface PricedAlike {
  terms: Terms
  basis: PriceBasis
  /** One of them, and how many they are. */
  id: string
  count: number
  /** When the first and the last of them were accepted. */
  firstMs: number
  lastMs: number
}

/** All orders, open ones too, by what they were priced on. */
export async function readPriced(reader: Reader): Promise<PricedAlike[]> {
  const { rows } = await sql<
    TermsRow & Record<'model_seq' | 'rules_seq' | 'first' | 'last' | 'count', bigint> & { id: string }
  >`
    select model_seq, rules_seq, pid, duration_id, direction, barrier_ppm, rate_pct, chance_ppm, margin_ppm,
      min(id::text) as id, count(*) as count, min(accepted_at_ms) as first, max(accepted_at_ms) as last
    from orders group by 1, 2, 3, 4, 5, 6, 7, 8, 9 order by 1, 2, 3, 4, 5, 6, 7, 8, 9`.execute(reader)
  return rows.map((row) => ({
    terms: termsOfRow(row),
    basis: { model: Number(row.model_seq), rules: Number(row.rules_seq) },
    id: row.id,
    count: Number(row.count),
    firstMs: Number(row.first),
    lastMs: Number(row.last),
  }))
}

/** A `tickets` or `receipts` entry of the log with the batches that name it, by number. */
export interface LoggedBatches {
  seq: number
  body: string
  batches: { id: number; root: Uint8Array; leaves: Uint8Array[] }[]
}

const BATCH_TABLES = { tickets: 'ticket_batch', receipts: 'receipt_batch' } as const
const ENTRIES = 500

/** The next entries of a kind after a place in the log. */
export async function batchesAfter(
  reader: Reader,
  kind: 'tickets' | 'receipts',
  after: number,
): Promise<LoggedBatches[]> {
  const { rows } = await sql<{ seq: bigint; body: string; id: bigint | null; root: Buffer; leaves: Buffer }>`
    select e.seq, e.body, b.id, b.root, b.leaves
    from (select seq, body from log_entry where kind = ${kind} and kind <> 'tick' and seq > ${after}
      order by seq limit ${ENTRIES}) e
    left join ${sql.table(BATCH_TABLES[kind])} b on b.log_seq = e.seq
    order by e.seq, b.id`.execute(reader)
  const entries = new Map<number, LoggedBatches>()
  for (const { seq, body, id, root, leaves } of rows) {
    const entry = entries.get(Number(seq)) ?? { seq: Number(seq), body, batches: [] }
    if (id !== null) entry.batches.push({ id: Number(id), root, leaves: hashesOf(leaves) })
    entries.set(entry.seq, entry)
  }
  return [...entries.values()]
}

function hashesOf(leaves: Buffer): Uint8Array[] {
  return Array.from({ length: leaves.length / 32 }, (_, i) => leaves.subarray(i * 32, i * 32 + 32))
}

/** Batches that name a log entry of another kind, or none that exists. */
export function batchesElsewhere(reader: Reader, kind: 'tickets' | 'receipts'): Promise<Finding[]> {
  const query = sql<FindingRow>`
    select 'batch ' || b.id as "where", ${kind}::text || ' entry ' || b.log_seq as expected,
      coalesce(e.kind, 'none') as found
    from ${sql.table(BATCH_TABLES[kind])} b left join log_entry e on e.seq = b.log_seq
    where b.log_seq is not null and e.kind is distinct from ${kind}::text`
  return findingsIn(reader, 'entry = batches', query)
}
