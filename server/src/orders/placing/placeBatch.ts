import type { Amount } from '@tickmark/core/money/money'
import type { Sums, Terms } from '@tickmark/core/orders/terms'
import { assert } from '@tickmark/core/assert'
import { codeOfBook, CURRENCIES, type Book } from '@tickmark/core/money/currencies'
import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../db/pool.ts'
import type { Signer } from '../../platform/keys.ts'
import { int2s, int4s, int8s, uuids } from '../../db/arrays.ts'
import { sealBatch } from '../receipts/signedBatches.ts'
import { codeOfDirection, type Order } from '../order/order.ts'
import { ordersById } from '../order/store.ts'

/** An order that its user wants, on terms that the house has quoted; the caller has checked quote, market and stake. */
export interface PlaceRequest {
  userId: number
  /** Idempotency key, a UUID. */
  key: string
  /** `fingerprintOf` (ledger/post.ts) everything the user asked for. */
  fingerprint: string
  book: Book
  currencyId: number
  terms: Terms
  stake: Amount
}

/** Most that one user may have at stake in a product, and most that open orders may cost the house, in a currency's units. */
export interface PlaceLimits {
  userMost(currencyId: number): Amount
  houseMost(currencyId: number): Amount
}

export interface PlaceDeps {
  database: Database
  clock: Clock
  /** Of the receipts key. */
  signer: Signer
  /** 32 bytes; see `userTag`. */
  tagSecret: Uint8Array
  limits: PlaceLimits
  /** One unit of a currency in USDT at the index now, null when that is not known: users' own limits are in USDT. */
  usdtPrice(currencyId: number): Amount | null
}

/** What it takes to write a batch. */
type BatchDeps = Pick<PlaceDeps, 'database' | 'signer' | 'limits' | 'usdtPrice'>

/** A request with its ticket. */
export interface Offer {
  request: PlaceRequest
  id: string
  sums: Sums
  acceptedAtMs: number
  dueAtMs: number
  /** `ticketHash`, hex. */
  ticket: string
  leaf: Buffer
}

export type Answer =
  | { code: 'accepted' | 'repeated'; order: Order }
  | { code: 'insufficient_funds'; available: Amount }
  | { code: 'user_limit' | 'exposure_limit' | 'bankroll_uncovered' | 'key_reused' }
  | OwnLimit

/** What a user set for himself and the order would break; or a price is missing to tell. */
export type OwnLimit =
  /** `limit` in whole USDT; `left` is what of it new orders may still put at risk or stake. */
  | { code: 'limit_loss' | 'limit_stake'; limit: bigint; left: Amount }
  /** In minutes. */
  | { code: 'limit_time'; limit: bigint }
  | { code: 'on_break' | 'excluded'; untilMs: number }
  | { code: 'price_missing' }

/** The function's reply about one order. */
interface Word {
  place: number
  code: number
  order_id: string | null
  available: bigint | null
  bound: bigint | null
}

/** Codes of `place_orders` (065_limits.sql) from 2 on. */
const REFUSALS = [
  'key_reused',
  'insufficient_funds',
  'user_limit',
  'exposure_limit',
  'bankroll_uncovered',
  'limit_loss',
  'limit_stake',
  'limit_time',
  'on_break',
  'excluded',
  'price_missing',
] as const

/**
 * Places offers of one book in one transaction, each as if alone and in this order. Their tickets make one signed batch;
 * a leaf whose order is refused stays in the tree and stands for nothing.
 */
export async function placeBatch(
  deps: BatchDeps,
  batch: number,
  offers: readonly Offer[],
): Promise<Answer[]> {
  const words = await callPlaceOrders(deps, batch, offers)
  const answers = new Map<number, Answer>()
  for (const word of words) {
    const place = word.place - 1
    if (word.code !== 0) answers.set(place, await answerOf(deps, word, offers[place] as Offer))
  }
  return offers.map((offer, i) => answers.get(i) ?? { code: 'accepted', order: orderOf(offer, batch, i) })
}

async function callPlaceOrders(
  { database, signer, limits, usdtPrice }: BatchDeps,
  batch: number,
  offers: readonly Offer[],
): Promise<Word[]> {
  const book = offers[0]?.request.book
  assert(book, 'a batch has an order')
  const sealed = sealBatch(
    'ticket-batch',
    batch,
    offers.map((one) => one.leaf),
    signer,
  )
  const list = <T>(pick: (offer: Offer) => T) => offers.map(pick)
  const { rows } = await sql<Word>`select * from place_orders(
    ${codeOfBook(book)}::smallint, ${batch}::bigint, ${sealed.root}, ${sealed.signature}, ${sealed.leaves},
    ${Buffer.from(offers.map((one) => one.ticket).join(''), 'hex')},
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
    ${int8s(list((one) => one.sums.stake))}::bigint[],
    ${int8s(list((one) => one.sums.profit))}::bigint[],
    ${int8s(list((one) => one.sums.fee))}::bigint[],
    ${int8s(list((one) => one.acceptedAtMs))}::bigint[],
    ${int8s(list((one) => one.dueAtMs))}::bigint[],
    ${int8s(byCurrency(limits.userMost))}::bigint[],
    ${int8s(byCurrency(limits.houseMost))}::bigint[],
    ${int8s(book === 'real' ? byCurrency((id) => usdtPrice(id) ?? 0n) : [])}::bigint[]
  )`.execute(database.batch)
  return rows
}

const MOST_CURRENCY = Math.max(...CURRENCIES.map((one) => one.id))

/** Figures by currency id, as an array that is indexed from 1. */
function byCurrency(figure: (currencyId: number) => Amount): Amount[] {
  return Array.from({ length: MOST_CURRENCY }, (_, i) => figure(i + 1))
}

async function answerOf(
  { database }: Pick<PlaceDeps, 'database'>,
  word: Word,
  offer: Offer,
): Promise<Answer> {
  if (word.code === 1) {
    assert(word.order_id, 'a repeat names its order')
    const [order] = await ordersById(database.db, offer.request.userId, [word.order_id])
    assert(order, 'an order that was committed is there')
    return { code: 'repeated', order }
  }
  return refusalOf(word)
}

function refusalOf(word: Word): Answer {
  const code = REFUSALS[word.code - 2]
  assert(code, 'a refusal has a known code')
  const available = word.available ?? 0n
  const limit = word.bound ?? 0n
  switch (code) {
    case 'insufficient_funds':
      return { code, available }
    case 'limit_loss':
    case 'limit_stake':
      return { code, limit, left: available }
    case 'limit_time':
      return { code, limit }
    case 'on_break':
    case 'excluded':
      return { code, untilMs: Number(available) }
    default:
      return { code }
  }
}

function orderOf(offer: Offer, ticketBatch: number, ticketIndex: number): Order {
  const { request, id, sums, acceptedAtMs, dueAtMs, ticket } = offer
  const { userId, book, currencyId, terms } = request
  return {
    id,
    userId,
    book,
    currencyId,
    terms,
    sums,
    acceptedAtMs,
    dueAtMs,
    ticketBatch,
    ticketIndex,
    ticket,
    result: null,
  }
}
