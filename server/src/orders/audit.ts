import type { Tick } from '@tickmark/core/market/fixing'
import { hexOf } from '@tickmark/core/bytes'
import { durationById } from '@tickmark/core/orders/durations'
import { dueAtMs } from '@tickmark/core/market/fixing'
import { settle, settleClosed, sumsFor } from '@tickmark/core/orders/orders'
import { sql, type Selectable } from 'kysely'
import type { Reader } from '../db/pool.ts'
import { partName } from '../ledger/audit.ts'
import { missingTriggers } from '../db/triggers.ts'
import { type AuditRule, NEVER_CHANGED } from '../module/auditRule.ts'
import { type Finding, guardFinding, MOST_FINDINGS } from '../module/finding.ts'
import { leafHashOf } from './receipts/signedBatches.ts'
import { statementOf } from './settling/finishOrders.ts'
import { fixingsOf, type Fixings, type LoggedOrder, type TickReader } from './order/fixings.ts'
import { orderOfRow, type Order } from './order/order.ts'
import type { OrdersTable } from './order/tables.ts'

declare module '../module/auditRule.ts' {
  interface AuditFacts {
    /** Of the public log. */
    ticksBetween: TickReader
  }
}

const guards = [
  'orders.orders_terms_stay',
  'orders.orders_result_stays',
  'orders.orders_stay',
  'ticket_batch.ticket_batch_stays',
  'ticket_batch.ticket_batches_stay',
  'receipt_batch.receipt_batch_stays',
  'receipt_batch.receipt_batches_stay',
]

/** What orders hold, paid and were decided by. */
export const ordersAudit: readonly AuditRule[] = [
  {
    number: 4,
    sentence: 'Escrow equals the stakes, fees and possible payouts of the open orders.',
    check: escrowIsOpenOrders,
  },
  {
    ...NEVER_CHANGED,
    check: async (reader) => (await missingTriggers(reader, guards)).map(guardFinding),
  },
  {
    number: 7,
    sentence: 'Each order has its placing transfers once and, when finished, its settlement transfers once.',
    check: transfersMatchOrders,
  },
  {
    number: 8,
    sentence: 'Each finished order has the result that `core/src/orders.ts` gives on the logged ticks.',
    check: (reader, { ticksBetween }) => resultsFollow(reader, ticksBetween),
  },
]

/** escrow holds stake, profit and fee of the open orders, and the house's exposure is their profit. */
async function escrowIsOpenOrders(reader: Reader): Promise<Finding[]> {
  const { rows } = await sql<{ part: number; held: string; owed: string; exposed: string; profit: string }>`
    select part::int, coalesce(held, 0)::text as held, coalesce(owed, 0)::text as owed,
      coalesce(exposed, 0)::text as exposed, coalesce(o.profit, 0)::text as profit
    from (select id & 1008 as part, balance as held from account where (id & 15) = 2) a
    full join (select book * 512 + currency * 16 as part, sum(stake + profit + fee) as owed, sum(profit) as profit
      from orders where status = 0 group by 1) o using (part)
    full join (select book * 512 + currency * 16 as part, profit as exposed from exposure) e using (part)
    where coalesce(held, 0) <> coalesce(owed, 0) or coalesce(exposed, 0) <> coalesce(o.profit, 0)`.execute(
    reader,
  )
  return rows.map((row) => ({
    rule: 'escrow = open orders',
    where: partName(row.part),
    expected: `${row.owed} held, ${row.profit} exposed`,
    found: `${row.held} held, ${row.exposed} exposed`,
  }))
}

/** Every order has its placing transfers, every finished one its settlement transfers, and there are no others. */
async function transfersMatchOrders(reader: Reader): Promise<Finding[]> {
  const { rows } = await sql<{
    ref: string
    cause: number
    leg: number
    due: string | null
    paid: string | null
  }>`
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
    select coalesce(e.ref, t.ref) as ref, coalesce(e.cause, t.cause)::int as cause, coalesce(e.leg, t.leg)::int as leg,
      e.from_id || ' -> ' || e.to_id || ': ' || e.amount as due, t.from_id || ' -> ' || t.to_id || ': ' || t.amount as paid
    from expected e
    full join (select * from transfer where cause in (1, 2)) t on t.ref = e.ref and t.cause = e.cause and t.leg = e.leg
    where (e.from_id, e.to_id, e.amount) is distinct from (t.from_id, t.to_id, t.amount)
    limit ${MOST_FINDINGS}`.execute(reader)
  return rows.map((row) => ({
    rule: 'orders = transfers',
    where: `order ${row.ref} ${row.cause}/${row.leg}`,
    expected: row.due ?? 'none',
    found: row.paid ?? 'none',
  }))
}

type Page = { list: (LoggedOrder & { leaf: Buffer | null })[]; last: { userId: bigint; id: string } | null }

const PAGE = 5_000

/** every finished order is what the rules make of the logged ticks, and its receipt says so. */
async function resultsFollow(reader: Reader, ticksBetween: TickReader): Promise<Finding[]> {
  const findings: Finding[] = []
  let after: Page['last'] = { userId: 0n, id: '00000000-0000-0000-0000-000000000000' }
  while (after !== null && findings.length < MOST_FINDINGS) {
    const page: Page = await finishedAfter(reader, after)
    const fixings = fixingsOf(ticksBetween)
    for (const one of page.list) findings.push(...(await resultFindings(one, fixings)))
    after = page.last
  }
  return findings
}

async function resultFindings(one: Page['list'][number], fixings: Fixings): Promise<Finding[]> {
  const { order, leaf } = one
  const { result, terms, sums } = order
  if (!result) return []
  const isClosed = result.outcome === 'closed'
  const entry = await fixings.entry(one)
  const exit = isClosed ? null : await fixings.exit(order)
  const settlement = isClosed
    ? settleClosed(sums, result.bid ?? 0n)
    : settle(terms, sums, entry?.price ?? null, exit?.price ?? null)
  const expected = `${settlement.outcome} ${settlement.net} ${seqOf(entry)} ${seqOf(exit)}`
  const found = `${result.outcome} ${result.net} ${seqOf(result.entry)} ${seqOf(result.exit)}`
  const findings: Finding[] = termsFindings(order)
  if (expected !== found)
    findings.push({ rule: 'result = rules', where: `order ${order.id}`, expected, found })
  const statement = leafHashOf(
    statementOf({ order, settlement, entry, exit, bid: result.bid }, result.settledAtMs),
  )
  if (!leaf || !statement.equals(leaf)) {
    const hashes = { expected: hexOf(statement), found: leaf ? hexOf(leaf) : 'none' }
    findings.push({ rule: 'receipt = result', where: `order ${order.id}`, ...hashes })
  }
  return findings
}

/** The sums and the due second of an order are what the rules make of its stake, rate and acceptance. */
function termsFindings({ id, terms, sums, acceptedAtMs, dueAtMs: due }: Order): Finding[] {
  const { profit, fee } = sumsFor(sums.stake, terms.ratePct)
  const seconds = durationById(terms.durationId)?.seconds ?? 0
  const expected = `${profit} ${fee} ${dueAtMs(acceptedAtMs, seconds)}`
  const found = `${sums.profit} ${sums.fee} ${due}`
  return expected === found ? [] : [{ rule: 'terms = rules', where: `order ${id}`, expected, found }]
}

function seqOf(tick: Tick | null): string {
  return tick ? `${tick.seq}:${tick.price}` : '-'
}

async function finishedAfter(reader: Reader, after: NonNullable<Page['last']>): Promise<Page> {
  const { rows } = await sql<Selectable<OrdersTable> & { log_seq: bigint; leaf: Buffer | null }>`
    select o.*, t.log_seq, substring(r.leaves from 32 * o.receipt_index + 1 for 32) as leaf
    from (select * from orders where status = 1 and (user_id, id) > (${after.userId}, ${after.id}::uuid)
      order by user_id, id limit ${PAGE}) o
    left join ticket_batch t on t.id = o.batch left join receipt_batch r on r.id = o.receipt_batch
    order by o.user_id, o.id`.execute(reader)
  const last = rows.at(-1)
  return {
    list: rows.map((row) => ({ order: orderOfRow(row), ticketSeq: Number(row.log_seq), leaf: row.leaf })),
    last: last ? { userId: last.user_id, id: last.id } : null,
  }
}
