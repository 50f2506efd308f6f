import { codeOfBook, type Book } from '@tickmark/core/money/currencies'
import type { Amount } from '@tickmark/core/money/money'
import type { PriceBasis, Sums, Terms } from '@tickmark/core/orders/terms'
import type { Ticket } from '@tickmark/core/receipts/receipts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { int2s, int4s, int8s, uuids } from '../../db/arrays.ts'
import type { SignedBatch } from '../receipts/signedBatches.ts'
import type { GivenConsent } from '../consent/checkConsent.ts'
import { codeOfDirection } from '../order/order.ts'

/** A requested order on quoted terms; the caller has checked quote, market and stake. */
export interface PlaceRequest {
  userId: number
  /** Idempotency key, a UUID. */
  key: string
  /** `requestHash` (ledger/post.ts) of the whole request. */
  fingerprint: string
  book: Book
  currencyId: number
  terms: Terms
  basis: PriceBasis
  /** Until when the quoted terms stand, ms since 1970: an order that waits longer is not placed on them. */
  quoteEndsMs: number
  stake: Amount
  /** What the owner signed; null from a session without a key. */
  consent: GivenConsent | null
}

/** A request with its ticket. */
export interface QueuedOrder {
  request: PlaceRequest
  id: string
  sums: Sums
  acceptedAtMs: number
  dueAtMs: number
  ticket: Ticket
  /** `ticketHash`, hex. */
  ticketHash: string
  leaf: Uint8Array
}

/** A batch's limits, by currency id from 1 on. Without prices it skips the check of the users' own limits. */
export interface PlacingBounds {
  userMost: readonly Amount[]
  profitMost: readonly Amount[]
  houseMost: readonly Amount[]
  growth: readonly Amount[]
  usdtPrice: readonly Amount[]
}

/** The function's result for one order; `place` counts from 1. Orders placed as requested have no row or code 0. */
export interface PlacementRow {
  place: number
  code: number
  order_id: string | null
  available: bigint | null
  bound: bigint | null
}

/**
 * Places orders of one book in one statement, each as if alone and in this order; see `place_orders` in the migrations.
 */
export async function callPlaceOrders(
  db: Db,
  batch: SignedBatch,
  book: Book,
  rows: readonly QueuedOrder[],
  limits: PlacingBounds,
): Promise<PlacementRow[]> {
  const list = <T>(pick: (row: QueuedOrder) => T) => rows.map(pick)
  const { rows: placed } = await sql<PlacementRow>`select * from place_orders(
    ${codeOfBook(book)}::smallint, ${batch.id}::bigint, ${batch.root}, ${batch.signature}, ${batch.leaves},
    ${Buffer.from(rows.map((one) => one.ticketHash).join(''), 'hex')},
    ${int8s(list((one) => one.request.userId))}::bigint[],
    ${uuids(list((one) => one.id))}::uuid[],
    ${uuids(list((one) => one.request.key))}::uuid[],
    ${uuids(list((one) => one.request.fingerprint))}::uuid[],
    ${int2s(list((one) => one.request.currencyId))}::smallint[],
    ${int2s(list((one) => one.request.terms.pid))}::smallint[],
    ${int2s(list((one) => one.request.terms.durationId))}::smallint[],
    ${int2s(list((one) => codeOfDirection(one.request.terms.direction)))}::smallint[],
    ${int4s(list((one) => one.request.terms.barrierPpm))}::int[],
    ${int4s(list((one) => one.request.terms.ratePct))}::int[],
    ${int4s(list((one) => one.request.terms.chancePpm))}::int[],
    ${int4s(list((one) => one.request.terms.marginPpm))}::int[],
    ${int8s(list((one) => one.request.basis.model))}::bigint[],
    ${int8s(list((one) => one.request.basis.rules))}::bigint[],
    ${int8s(list((one) => one.sums.stake))}::bigint[],
    ${int8s(list((one) => one.sums.profit))}::bigint[],
    ${int8s(list((one) => one.sums.fee))}::bigint[],
    ${int8s(list((one) => one.acceptedAtMs))}::bigint[],
    ${int8s(list((one) => one.dueAtMs))}::bigint[],
    ${consentList(rows)}::json,
    ${int8s(limits.userMost)}::bigint[],
    ${int8s(limits.profitMost)}::bigint[],
    ${int8s(limits.houseMost)}::bigint[],
    ${int8s(limits.growth)}::bigint[],
    ${int8s(limits.usdtPrice)}::bigint[]
  )`.execute(db)
  return placed
}

/** What the owners signed, by place from 1; null when nobody did. */
function consentList(rows: readonly QueuedOrder[]): string | null {
  const list = rows.flatMap(({ request: { consent } }, i) => {
    if (!consent) return []
    const { session, nonce, text, signature, hash } = consent
    return [{ place: i + 1, session, nonce, text, signature, hash }]
  })
  return list.length === 0 ? null : JSON.stringify(list)
}
