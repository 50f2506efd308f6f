import { hexOf } from '@tickmark/core/bytes'
import { currencyById } from '@tickmark/core/money/currencies'
import { durationById } from '@tickmark/core/orders/durations'
import { LONGEST_ORDER_MS } from '@tickmark/core/orders/longestOrder'
import type { OrderLine, WithdrawalLine } from '@tickmark/core/record/recordLine'
import { WITHDRAWAL_STATES } from '@tickmark/core/wallet/withdrawals'
import { sql } from 'kysely'
import type { Reader } from '../db/pool.ts'
import { leastTimeId } from '../db/timeId.ts'
import { orderOfRow } from '../orders/order/order.ts'
import { ordersQuery } from '../orders/order/orderViewStore.ts'
import type { OrderRow } from '../orders/order/tables.ts'
import type {} from './tables.ts'

/** A time span in ms; `toMs` is excluded. */
export interface Span {
  fromMs: number
  toMs: number
}

/** Logged batches of receipts in a span, and their number of orders. */
export interface LoggedBatches {
  /** Exclusive start position in the log; `last` is included. */
  after: number
  last: number
  orders: number
}

/** The batches whose `receipts` entries lie in a span of the log. The log must have passed the span. */
export async function loggedBatches(reader: Reader, { fromMs, toMs }: Span): Promise<LoggedBatches> {
  // Each entry stands before a tick of the same time, and ticks are found by time.
  const { rows } = await sql<{ after: bigint; last: bigint; orders: bigint }>`
    select after, last, (select coalesce(sum(count), 0) from receipt_batch where log_seq > after and log_seq <= last)::bigint
      as orders
    from (select ${lastTickBefore(fromMs)} as after, ${lastTickBefore(toMs)} as last) as bounds`.execute(
    reader,
  )
  const [row] = rows
  return { after: Number(row?.after ?? 0), last: Number(row?.last ?? 0), orders: Number(row?.orders ?? 0) }
}

/** The log's last tick before a time: its number as a query, 0 without one. */
export function lastTickBefore(ms: number) {
  return sql`coalesce((select seq from log_entry where kind = 'tick' and at < ${ms}::bigint order by at desc limit 1), 0)`
}

/** Largest assumed difference between an order's id and its time of acceptance, far more than is allowed. */
const SLACK_MS = 600_000
const PAGE = 2_000

type LineRow = OrderRow & { log_seq: bigint; leaf: Buffer }

/**
 * The lines of the orders in logged batches, in the order of the log, read through a cursor in the caller's transaction and never
 * all at once. An order's id contains its time of placing, and orders are hardly ever placed long before their span; without
 * `usual`, all orders are searched.
 */
export async function* orderLines(
  tx: Reader,
  { after, last }: LoggedBatches,
  { fromMs }: Span,
  usual: boolean,
): AsyncGenerator<OrderLine[]> {
  const from = sql.lit(leastTimeId(Math.max(0, fromMs - LONGEST_ORDER_MS - SLACK_MS)))
  // The delay is written out: only an equal condition selects a partial index.
  const within = usual
    ? sql`(select * from orders where id >= ${from}::uuid
        union all select * from orders where id in (
          select id from settled_order where settled_at_ms > due_at_ms + 60000 and id < ${from}::uuid))`
    : sql`orders`
  // A cursor takes no parameters; these are numbers and ids of our own.
  await sql`declare record_lines no scroll cursor for
    with ${ordersQuery()}
    select o.*, b.log_seq, substring(b.leaves from 32 * o.receipt_index + 1 for 32) as leaf
    from receipt_batch b join ${within} o on o.receipt_batch = b.id
    where b.log_seq > ${sql.lit(after)} and b.log_seq <= ${sql.lit(last)}
    order by b.log_seq, b.id, o.receipt_index`.execute(tx)
  for (;;) {
    const { rows } = await sql<LineRow>`fetch ${sql.lit(PAGE)} from record_lines`.execute(tx)
    if (rows.length > 0) yield rows.map(lineOfRow)
    if (rows.length < PAGE) break
  }
  await sql`close record_lines`.execute(tx)
}

function lineOfRow(row: LineRow): OrderLine {
  const { book, currencyId, terms, sums, dueAtMs: due, ticket, result } = orderOfRow(row)
  if (!result) throw new Error(`order ${row.id} has a receipt and a result`)
  const { pid, direction, barrierPpm, chancePpm, marginPpm, ratePct } = terms
  const { outcome, net, entry, exit } = result
  return {
    kind: 'order',
    ticket,
    receipt: hexOf(row.leaf),
    batch: result.receiptBatch,
    logged: Number(row.log_seq),
    book,
    pid,
    direction,
    barrierPpm,
    chancePpm,
    marginPpm,
    ratePct,
    due,
    outcome,
    currency: currencyById(currencyId)?.code ?? '',
    duration: durationById(terms.durationId)?.seconds ?? 0,
    stake: String(sums.stake),
    net: String(net),
    payout: String(net + sums.stake + sums.fee),
    entrySeq: entry?.seq ?? 0,
    exitSeq: (entry && exit?.seq) ?? 0,
  }
}

type WithdrawalRow = { currency: number; chain: number; ms: bigint }

/** The withdrawals whose payment the log tells in a span of it, fastest first, with the time between the log's entries. */
export async function withdrawalLines(
  reader: Reader,
  { after, last }: Pick<LoggedBatches, 'after' | 'last'>,
): Promise<WithdrawalLine[]> {
  const { rows } = await sql<WithdrawalRow>`
    select w.currency, w.chain, told.at - promised.at as ms
    from withdrawal_promise p join withdrawal w on w.id = p.withdrawal
      join log_entry promised on promised.seq = p.log_seq join log_entry told on told.seq = p.end_seq
    where p.end_seq > ${after}::bigint and p.end_seq <= ${last}::bigint and w.state = ${WITHDRAWAL_STATES.final}
    order by ms, w.currency, w.chain`.execute(reader)
  return rows.map(withdrawalLine)
}

/** Number of unfinished withdrawals, and the start of the oldest. */
export async function waitingWithdrawals(reader: Reader): Promise<{ count: number; sinceMs: number | null }> {
  const { rows } = await sql<{ count: bigint; since: bigint | null }>`
    select count(*) as count, min(requested_at) as since from withdrawal where state <= 5`.execute(reader)
  const [row] = rows
  return { count: Number(row?.count ?? 0), sinceMs: row?.since == null ? null : Number(row.since) }
}

function withdrawalLine({ currency, chain, ms }: WithdrawalRow): WithdrawalLine {
  const code = currencyById(currency)?.code ?? ''
  return { kind: 'withdrawal', currency: code, network: chain, ms: Number(ms) }
}
