import type { Amount } from '@tickmark/core/money/money'
import { assert, unreachable } from '@tickmark/core/assert'
import { currencyById } from '@tickmark/core/money/currencies'
import { accept, refuse, type Decision } from '@tickmark/core/decision'
import { durationById } from '@tickmark/core/orders/durations'
import { dueAtMs } from '@tickmark/core/market/fixing'
import { sumsFor } from '@tickmark/core/orders/orders'
import { ticketBody, ticketFor, userTag } from '@tickmark/core/receipts/receipts'
import { hash } from 'node:crypto'
import { isConnectionLoss } from '../../db/failures.ts'
import { batchWriter, WriterFull } from '../../ledger/batchWriter.ts'
import { batchNumbers, leafHashOf, sha256 } from '../receipts/signedBatches.ts'
import type { Order } from '../order/order.ts'
import { newTimeId } from '../../db/timeId.ts'
import { earlierOrder } from '../order/store.ts'
import {
  placeBatch,
  type PlacementResult,
  type QueuedOrder,
  type OwnLimit,
  type PlaceDeps,
  type PlaceRequest,
} from './placeBatch.ts'

export interface Placed {
  order: Order
  /** True when an earlier request with this key placed the order. */
  isRepeat: boolean
}

export type PlaceRefusal =
  | { code: 'insufficient_funds'; available: Amount }
  | { code: 'user_limit' }
  | { code: 'exposure_limit' }
  | { code: 'bankroll_uncovered' }
  | { code: 'key_reused' }
  | { code: 'busy' }
  | OwnLimit

export interface Placing {
  /** Settles when the order is committed, with stake and payout in escrow. The same key gets the same order again. */
  place(request: PlaceRequest): Promise<Decision<Placed, PlaceRefusal>>
  /** Settles when no order is queued or in progress. */
  drained(): Promise<void>
}

/**
 * A ticket older than this when its batch leaves is made anew, so that queueing does not shorten the delay before the
 * entry tick.
 */
const STALE_MS = 400

/**
 * Queues orders and writes them in batches, with one writer per book: the books share no account, so neither waits for
 * the other.
 */
export function createPlacing(deps: PlaceDeps): Placing {
  const numbers = batchNumbers(deps.database.db, 'ticket_batch_id')
  const writers = { real: writer(), simulated: writer() }

  function writer() {
    return batchWriter<QueuedOrder, PlacementResult>({
      run,
      lanes: 2,
      keyOf: (offer) => offer.request.key,
    })
  }

  async function run(offers: readonly QueuedOrder[]): Promise<PlacementResult[]> {
    const nowMs = deps.clock.nowMs()
    const fresh = offers.map((offer) =>
      offer.acceptedAtMs < nowMs - STALE_MS ? offerFor(offer.request, deps, nowMs) : offer,
    )
    return placeBatch(deps, await numbers(), fresh)
  }

  /** Keys that recently placed orders. A repeat is looked up first, so that its batch is not written twice. */
  const placed = recentNames(100_000)
  /** Requests in progress by user and key; a repeat shares the first one's answer. */
  const underWay = new Map<
    string,
    { fingerprint: string; decided: Promise<Decision<Placed, PlaceRefusal>> }
  >()

  async function place(request: PlaceRequest): Promise<Decision<Placed, PlaceRefusal>> {
    const { userId, key, fingerprint } = request
    const name = `${userId} ${key}`
    const first = underWay.get(name)
    if (first?.fingerprint === fingerprint) {
      const decision = await first.decided
      return decision.ok ? accept({ ...decision.value, isRepeat: true }) : decision
    }
    if (placed.has(key)) {
      const earlier = await earlierOrder(deps.database.db, userId, key, fingerprint)
      if (!earlier.ok) return earlier
      if (earlier.value) return accept({ order: earlier.value, isRepeat: true })
    }
    const decided = submit(request)
    if (first) return decided // another request under the same key: the writer decides which was first
    underWay.set(name, { fingerprint, decided })
    try {
      return await decided
    } finally {
      underWay.delete(name)
    }
  }

  async function submit(request: PlaceRequest): Promise<Decision<Placed, PlaceRefusal>> {
    const offer = offerFor(request, deps, deps.clock.nowMs())
    try {
      const decision = decisionOf(await writers[request.book].submit(offer))
      if (decision.ok) placed.add(request.key)
      return decision
    } catch (thrown) {
      if (thrown instanceof WriterFull || isConnectionLoss(thrown)) return refuse({ code: 'busy' })
      throw thrown
    }
  }

  const drained = async () => {
    await Promise.all([writers.real.drained(), writers.simulated.drained()])
  }
  return { place, drained }
}

/** Makes the order's ticket when the request arrives, so that it takes no time between two commits. */
function offerFor(request: PlaceRequest, deps: Pick<PlaceDeps, 'tagSecret'>, nowMs: number): QueuedOrder {
  const { userId, book, terms } = request
  const currency = currencyById(request.currencyId)
  const duration = durationById(terms.durationId)
  assert(currency && duration, 'an order has a known currency and duration')
  const id = newTimeId(nowMs)
  const sums = sumsFor(request.stake, terms.ratePct)
  const user = userTag(userId, id, deps.tagSecret, sha256)
  const body = ticketBody(
    ticketFor({ id, user, book, currency: currency.code, terms, sums, acceptedAtMs: nowMs }),
  )
  return {
    request,
    id,
    sums,
    acceptedAtMs: nowMs,
    dueAtMs: dueAtMs(nowMs, duration.seconds),
    ticket: hash('sha256', body),
    leaf: leafHashOf(body),
  }
}

function decisionOf(answer: PlacementResult): Decision<Placed, PlaceRefusal> {
  switch (answer.code) {
    case 'accepted':
    case 'repeated':
      return accept({ order: answer.order, isRepeat: answer.code === 'repeated' })
    case 'insufficient_funds':
      return refuse({ code: answer.code, available: answer.available })
    case 'user_limit':
    case 'exposure_limit':
    case 'bankroll_uncovered':
    case 'key_reused':
      return refuse({ code: answer.code })
    case 'limit_loss':
    case 'limit_stake':
    case 'limit_time':
    case 'on_break':
    case 'excluded':
    case 'price_missing':
      return refuse(answer)
    default:
      return unreachable(answer)
  }
}

/** A bounded set: it keeps the latest `least` names, and at most twice as many. */
function recentNames(least: number): { has(name: string): boolean; add(name: string): void } {
  let [older, newer] = [new Set<string>(), new Set<string>()]
  return {
    has: (name) => newer.has(name) || older.has(name),
    add(name) {
      newer.add(name)
      if (newer.size >= least) [older, newer] = [newer, new Set()]
    },
  }
}
