import type { Amount } from '@tickmark/core/money/money'
import type { Terms } from '@tickmark/core/orders/terms'
import { assert } from '@tickmark/core/assert'
import { CURRENCIES, type Book } from '@tickmark/core/money/currencies'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../db/pool.ts'
import type { Signer } from '../../platform/keys.ts'
import { sealBatch } from '../receipts/signedBatches.ts'
import type { Order } from '../order/order.ts'
import { callPlaceOrders, type PlacementRow, type PlacingRow } from './placingStore.ts'
import { ordersById } from '../order/store.ts'

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
  stake: Amount
}

/** Maximum stake of one user in a product, and maximum cost of all open orders to the house, in a currency's units. */
export interface PlaceLimits {
  userMost(currencyId: number): Amount
  houseMost(currencyId: number): Amount
}

export interface PlaceDeps {
  database: Database
  clock: Clock
  /** Id of the receipts key. */
  signer: Signer
  /** 32 bytes; see `userTag`. */
  tagSecret: Uint8Array
  limits: PlaceLimits
  /** One unit of a currency in USDT at the present index, null when unknown: users' own limits are in USDT. */
  usdtPrice(currencyId: number): Amount | null
}

/** Dependencies for writing a batch. */
type BatchDeps = Pick<PlaceDeps, 'database' | 'signer' | 'limits' | 'usdtPrice'>

/** A request with its ticket. */
export interface QueuedOrder extends PlacingRow {
  request: PlaceRequest
  leaf: Buffer
}

export type PlacementResult =
  | { code: 'accepted' | 'repeated'; order: Order }
  | { code: 'insufficient_funds'; available: Amount }
  | { code: 'user_limit' | 'exposure_limit' | 'bankroll_uncovered' | 'key_reused' }
  | OwnLimit

/** The order would break the user's own limit, or a price to check it is missing. */
export type OwnLimit =
  /** `limit` in whole USDT; `left` is how much of it new orders may still risk or stake. */
  | { code: 'limit_loss' | 'limit_stake'; limit: bigint; left: Amount }
  /** In minutes. */
  | { code: 'limit_time'; limit: bigint }
  | { code: 'on_break' | 'excluded'; untilMs: number }
  | { code: 'price_missing' }

/** Codes of `place_orders` (040_orders.sql) from 2 on. */
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
 * Places offers of one book in one transaction, each as if alone and in this order. Their tickets form one signed
 * batch; a refused order's leaf stays in the tree without effect.
 */
export async function placeBatch(
  deps: BatchDeps,
  batch: number,
  offers: readonly QueuedOrder[],
): Promise<PlacementResult[]> {
  const words = await writeBatch(deps, batch, offers)
  const answers = new Map<number, PlacementResult>()
  for (const word of words) {
    const place = word.place - 1
    if (word.code !== 0) answers.set(place, await answerOf(deps, word, offers[place] as QueuedOrder))
  }
  return offers.map((offer, i) => answers.get(i) ?? { code: 'accepted', order: orderOf(offer, batch, i) })
}

function writeBatch(
  { database, signer, limits, usdtPrice }: BatchDeps,
  batch: number,
  offers: readonly QueuedOrder[],
): Promise<PlacementRow[]> {
  const book = offers[0]?.request.book
  assert(book, 'a batch has an order')
  const leaves = offers.map((one) => one.leaf)
  return callPlaceOrders(database.batch, sealBatch('ticket-batch', batch, leaves, signer), book, offers, {
    userMost: byCurrency(limits.userMost),
    houseMost: byCurrency(limits.houseMost),
    usdtPrice: book === 'real' ? byCurrency((id) => usdtPrice(id) ?? 0n) : [],
  })
}

const MOST_CURRENCY = Math.max(...CURRENCIES.map((one) => one.id))

/** Amounts by currency id, as an array with indexes from 1. */
function byCurrency(figure: (currencyId: number) => Amount): Amount[] {
  return Array.from({ length: MOST_CURRENCY }, (_, i) => figure(i + 1))
}

async function answerOf(
  { database }: Pick<PlaceDeps, 'database'>,
  word: PlacementRow,
  offer: QueuedOrder,
): Promise<PlacementResult> {
  if (word.code === 1) {
    assert(word.order_id, 'a repeat names its order')
    const [order] = await ordersById(database.db, offer.request.userId, [word.order_id])
    assert(order, 'an order that was committed is there')
    return { code: 'repeated', order }
  }
  return refusalOf(word)
}

function refusalOf(word: PlacementRow): PlacementResult {
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

function orderOf(offer: QueuedOrder, ticketBatch: number, ticketIndex: number): Order {
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
