import { bookOfCode, type Book } from '@tickmark/core/money/currencies'
import type { Tick } from '@tickmark/core/market/fixing'
import type { Amount } from '@tickmark/core/money/money'
import type { Direction, Outcome, PriceBasis, Sums, Terms } from '@tickmark/core/orders/terms'
import { hexOf } from '@tickmark/core/bytes'
import type { ResultRow } from './columns.ts'
import type { OrderRow, PlacedOrderTable } from './tables.ts'

/** An order's outcome. Entry and exit are the ticks that decided it, null where there were none. */
export interface Result {
  outcome: Outcome
  /** Net result for the user, in units of the order's currency. */
  net: Amount
  /** Price paid to an owner who closed the order early. */
  bid: Amount | null
  entry: Tick | null
  exit: Tick | null
  settledAtMs: number
  receiptBatch: number
  receiptIndex: number
}

/** A stored order. */
export interface Order {
  id: string
  userId: number
  book: Book
  currencyId: number
  terms: Terms
  basis: PriceBasis
  sums: Sums
  acceptedAtMs: number
  dueAtMs: number
  /** The signed batch with the order's ticket, and the ticket's index in it. */
  ticketBatch: number
  ticketIndex: number
  /** `ticketHash` of the ticket: 64 hexadecimal digits. */
  ticket: string
  /** Null while the order is open. */
  result: Result | null
}

const DIRECTIONS: readonly Direction[] = ['up', 'down']
const OUTCOMES: readonly Outcome[] = ['won', 'lost', 'tied', 'void', 'closed']

/** Numbers of directions and outcomes in the tables; they never change meaning. */
export const codeOfDirection = (direction: Direction) => (direction === 'up' ? 0 : 1)
export const codeOfOutcome = (outcome: Outcome) => OUTCOMES.indexOf(outcome) + 1

/** Reads an order from its row. */
export function orderOfRow(row: ResultRow): Order {
  return orderWith(row, row.outcome === null ? null : resultOfRow(row))
}

/** The columns of an order as it was placed, but for its idempotency key. */
export type PlacedRow = Omit<PlacedOrderTable, 'key' | 'fingerprint'>

/** Reads an order from its row as it was placed. */
export function orderWith(row: PlacedRow, result: Result | null): Order {
  return {
    id: row.id,
    userId: Number(row.user_id),
    book: bookOfCode(row.book),
    currencyId: row.currency,
    terms: termsOfRow(row),
    basis: { model: Number(row.model_seq), rules: Number(row.rules_seq) },
    sums: { stake: row.stake, profit: row.profit, fee: row.fee },
    acceptedAtMs: Number(row.accepted_at_ms),
    dueAtMs: Number(row.due_at_ms),
    ticketBatch: Number(row.batch),
    ticketIndex: row.ticket_index,
    ticket: hexOf(row.ticket),
    result,
  }
}

/** The columns of an order's terms. */
export type TermsRow = Pick<
  OrderRow,
  'pid' | 'duration_id' | 'direction' | 'barrier_ppm' | 'rate_pct' | 'chance_ppm' | 'margin_ppm'
>

/** The terms in a row. */
export function termsOfRow(row: TermsRow): Terms {
  return {
    pid: row.pid,
    durationId: row.duration_id,
    direction: DIRECTIONS[row.direction] as Direction,
    barrierPpm: row.barrier_ppm,
    ratePct: row.rate_pct,
    chancePpm: row.chance_ppm,
    marginPpm: row.margin_ppm,
  }
}

function resultOfRow(row: ResultRow): Result {
  return {
    outcome: OUTCOMES[(row.outcome ?? 0) - 1] as Outcome,
    net: row.net ?? 0n,
    bid: row.bid,
    entry: tickOf(row.entry_seq, row.entry_price, row.entry_at_ms),
    exit: tickOf(row.exit_seq, row.exit_price, row.exit_at_ms),
    settledAtMs: Number(row.settled_at_ms),
    receiptBatch: Number(row.receipt_batch),
    receiptIndex: row.receipt_index ?? 0,
  }
}

function tickOf(seq: bigint | null, price: bigint | null, atMs: bigint | null): Tick | null {
  return seq === null || price === null || atMs === null
    ? null
    : { seq: Number(seq), price, atMs: Number(atMs) }
}
