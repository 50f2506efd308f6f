import type { Amount } from '@tickmark/core/money/money'
import { assert } from '@tickmark/core/assert'
import { accept, refuse, type Decision } from '@tickmark/core/decision'
import { CURRENCIES, type Book } from '@tickmark/core/money/currencies'
import type { Promised } from '@tickmark/core/receipts/promiseShape'
import type { ExposureBounds, ExposureRefusal } from '@tickmark/core/orders/exposure'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../db/pool.ts'
import type { Signer } from '../../platform/keys.ts'
import { signBatch, type SignedBatch } from '../receipts/signedBatches.ts'
import type { Order } from '../order/order.ts'
import { callPlaceOrders, type PlacementRow, type QueuedOrder } from './placingStore.ts'
import { orderById } from '../order/store.ts'

/** Limits in a currency's units. */
export interface PlaceLimits {
  /** Maximum stake of one user in a product. */
  userMost(currencyId: number): Amount
  /** What open orders may win. */
  exposure(currencyId: number, book: Book): ExposureBounds
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

export interface Placed {
  order: Order
  /** True when an earlier request with this key placed the order. */
  isRepeat: boolean
  /** Gives the ticket with its place in the batch; null when an earlier request placed the order. */
  promise: (() => Promised) | null
}

export type PlaceRefusal =
  | { code: 'insufficient_funds'; available: Amount }
  /** `price_missing`: the price to check the user's own limits is missing. */
  | { code: 'user_limit' | 'key_reused' | 'busy' | 'price_missing' }
  | { code: Exclude<ExposureRefusal['code'], 'profit_limit'> }
  /** `most` is what the open orders of one user may win. */
  | { code: 'profit_limit'; most: Amount }
  /** The nonce of the owner's signature was used before, or the signature ran out while it waited. */
  | { code: 'consent_used' | 'consent_expired' }
  /** The quote ran out while the order waited. */
  | { code: 'quote_expired' }
  /** The user's own limits: `limit` in whole USDT; `left` is how much of it new orders may still risk or stake. */
  | { code: 'limit_loss' | 'limit_stake'; limit: bigint; left: Amount }
  /** In minutes. */
  | { code: 'limit_time'; limit: bigint }
  | { code: 'on_break' | 'excluded'; untilMs: number }

/** Whether an order was placed. */
export type Placement = Decision<Placed, PlaceRefusal>

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
  'profit_limit',
  'consent_used',
] as const

/**
 * Places orders of one book in one transaction, each as if alone and in this order. Their tickets form one signed
 * batch; a refused order's leaf stays in the tree without effect.
 */
export async function placeBatch(
  deps: BatchDeps,
  batch: number,
  orders: readonly QueuedOrder[],
): Promise<Placement[]> {
  const leaves = orders.map((one) => one.leaf)
  const signed = signBatch('ticket-batch', batch, leaves, deps.signer)
  const rows = await writeBatch(deps, signed, orders)
  const placements = orders.map((one, i): Placement => {
    const promise = () => ({ ticket: one.ticket, proof: signed.proofOf(i) })
    return accept({ order: orderOf(one, batch, i), isRepeat: false, promise })
  })
  for (const row of rows) {
    const i = row.place - 1
    if (row.code === 1) placements[i] = await repeatOf(deps, row, orders[i] as QueuedOrder)
    else if (row.code !== 0) placements[i] = refuse(refusalOf(row, userShare(deps, orders[i])))
  }
  return placements
}

function writeBatch(
  { database, limits, usdtPrice }: BatchDeps,
  batch: SignedBatch,
  orders: readonly QueuedOrder[],
): Promise<PlacementRow[]> {
  const book = orders[0]?.request.book
  assert(book, 'a batch has an order')
  return callPlaceOrders(database.batch, batch, book, orders, {
    userMost: byCurrency(limits.userMost),
    profitMost: byCurrency((id) => limits.exposure(id, book).user),
    houseMost: byCurrency((id) => limits.exposure(id, book).house),
    growth: byCurrency((id) => limits.exposure(id, book).growth),
    usdtPrice: book === 'real' ? byCurrency((id) => usdtPrice(id) ?? 0n) : [],
  })
}

const MOST_CURRENCY = Math.max(...CURRENCIES.map((one) => one.id))

/** Amounts by currency id, as an array with indexes from 1. */
function byCurrency(figure: (currencyId: number) => Amount): Amount[] {
  return Array.from({ length: MOST_CURRENCY }, (_, i) => figure(i + 1))
}

async function repeatOf(
  { database }: BatchDeps,
  { order_id: id }: PlacementRow,
  { request }: QueuedOrder,
): Promise<Placement> {
  const order = id && (await orderById(database.db, request.userId, id))
  assert(order, 'a repeat names its order, which was committed')
  return accept({ order, isRepeat: true, promise: null })
}

function userShare({ limits }: BatchDeps, queued: QueuedOrder | undefined): Amount {
  assert(queued, 'a refusal names an order of the batch')
  return limits.exposure(queued.request.currencyId, queued.request.book).user
}

function refusalOf({ code: number, available, bound }: PlacementRow, most: Amount): PlaceRefusal {
  const code = REFUSALS[number - 2]
  assert(code, 'a refusal has a known code')
  const limit = bound ?? 0n
  switch (code) {
    case 'insufficient_funds':
      return { code, available: available ?? 0n }
    case 'profit_limit':
      return { code, most }
    case 'limit_loss':
    case 'limit_stake':
      return { code, limit, left: available ?? 0n }
    case 'limit_time':
      return { code, limit }
    case 'on_break':
    case 'excluded':
      return { code, untilMs: Number(available) }
    default:
      return { code }
  }
}

function orderOf(queued: QueuedOrder, ticketBatch: number, ticketIndex: number): Order {
  const { request, id, sums, acceptedAtMs, dueAtMs, ticketHash } = queued
  const { userId, book, currencyId, terms, basis } = request
  const own = { id, userId, book, currencyId, terms, basis, sums, acceptedAtMs, dueAtMs }
  return { ...own, ticketBatch, ticketIndex, ticket: ticketHash, result: null }
}
