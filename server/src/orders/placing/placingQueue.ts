import { assert } from '@tickmark/core/assert'
import { currencyById } from '@tickmark/core/money/currencies'
import { accept, refuse } from '@tickmark/core/decision'
import { durationById } from '@tickmark/core/orders/durations'
import { dueAtMs } from '@tickmark/core/market/fixing'
import { sumsFor } from '@tickmark/core/orders/orders'
import { ticketFor } from '@tickmark/core/receipts/receipts'
import { ticketText } from '@tickmark/core/receipts/ticketText'
import { isConnectionLoss } from '../../db/failures.ts'
import { batchWriter, WriterFull } from '../../ledger/batchWriter.ts'
import { hasRunOut } from '../../http/calls/signedAsk.ts'
import type { GivenConsent } from '../consent/checkConsent.ts'
import { batchNumbers, hashesOf } from '../receipts/signedBatches.ts'
import { userTagOf } from '../receipts/userTag.ts'
import { newTimeId } from '../../db/timeId.ts'
import { earlierOrder } from '../order/store.ts'
import { placeBatch, type PlaceDeps, type Placement } from './placeBatch.ts'
import type { PlaceRequest, QueuedOrder } from './placingStore.ts'
import { recentKeys } from './recentKeys.ts'

export interface Placing {
  /** Settles when the order is committed, with stake and payout in escrow. The same key gets the same order again. */
  place(request: PlaceRequest): Promise<Placement>
  /** Whether a request has no answer yet: its order may be committed at any moment. */
  isPlacing(): boolean
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
    return batchWriter<QueuedOrder, Placement>({
      run: (queued) => placeInTime(deps, numbers, queued),
      lanes: 2,
      keyOf: (queued) => queued.request.key,
    })
  }

  /** Keys that recently placed orders. A repeat is looked up first, so that its batch is not written twice. */
  const placed = recentKeys()
  /**
   * Nonces of recently placed orders, and ids of texts that can no longer be placed: a repeat of one must not hold up a batch.
   */
  const used = recentNames(100_000)
  /** Nonces of the waiting orders: a batch with one of them twice would be placed one order at a time. */
  const signed = waitingWork()
  /** The first request in progress with each key; its repeats share its answer. */
  const underWay = new Map<string, UnderWay>()

  let unanswered = 0

  /** One function, because every further promise of an order stays in memory until its batch is committed. */
  async function place(request: PlaceRequest): Promise<Placement> {
    const { userId, key, fingerprint, consent } = request
    const nonce = consent && nonceOf(consent)
    let isFirst = false
    let decided: Promise<Placement> | undefined
    unanswered++
    try {
      for (let first = underWay.get(key); first?.userId === userId; first = underWay.get(key)) {
        if (first.fingerprint === fingerprint) {
          decided = first.decided
          const shared = sharedOf(await decided)
          return isLate(shared) ? await repeatOr(shared, request, deps) : shared
        }
        // Wait for that decision before this one is written: otherwise batches of two books could wait for each other's keys.
        await first.decided.catch(() => {})
      }
      if (placed.has(key)) {
        const earlier = await earlierOrder(deps.database.db, userId, key, fingerprint)
        if (!earlier.ok) return earlier
        if (earlier.value) return accept({ order: earlier.value, isRepeat: true, promise: null })
      }
      if (nonce !== null && (used.has(nonce) || used.has(consent?.asked ?? ''))) return USED
      // Refuse it for good only when the other one is decided: that may be the same text under another key.
      if (nonce !== null && (await signed.ended(nonce))) return USED
      const nowMs = deps.clock.nowMs()
      if (hasRunOut(consent, nowMs)) return await repeatOr(EXPIRED, request, deps)
      decided = writers[request.book].submit(queuedOrder(request, deps, nowMs))
      if (nonce !== null) signed.begin(nonce, decided)
      isFirst = !underWay.has(key)
      if (isFirst) underWay.set(key, { userId, fingerprint, decided })
      const decision = await decided
      if (decision.ok) placed.add(key)
      if (nonce !== null && decision.ok) used.add(nonce)
      if (consent && !decision.ok && decision.refusal.code === 'consent_used') used.add(consent.asked)
      return isLate(decision) ? await repeatOr(decision, request, deps) : decision
    } catch (thrown) {
      if (decided && (thrown instanceof WriterFull || isConnectionLoss(thrown)))
        return refuse({ code: 'busy' })
      throw thrown
    } finally {
      unanswered--
      if (isFirst) underWay.delete(key)
    }
  }

  const drained = async () => {
    await Promise.all([writers.real.drained(), writers.simulated.drained()])
  }
  return { place, isPlacing: () => unanswered > 0, drained }
}

interface UnderWay {
  userId: number
  fingerprint: string
  /** Rejects when the order's batch could not be written. */
  decided: Promise<Placement>
}

function sharedOf(decision: Placement): Placement {
  return decision.ok ? accept({ ...decision.value, isRepeat: true }) : decision
}

/** Places waiting orders. One that waited long is dated anew, unless its owner's signature or its quote has run out. */
async function placeInTime(
  deps: PlaceDeps,
  numbers: () => Promise<number>,
  queued: readonly QueuedOrder[],
): Promise<Placement[]> {
  const nowMs = deps.clock.nowMs()
  const isStale = (one: QueuedOrder) => one.acceptedAtMs < nowMs - STALE_MS
  const late = queued.map((one) => (isStale(one) ? lateness(one.request, nowMs) : null))
  const fresh = queued
    .filter((_, i) => late[i] === null)
    .map((one) => (isStale(one) ? queuedOrder(one.request, deps, nowMs) : one))
  const placements = fresh.length === 0 ? [] : await placeBatch(deps, await numbers(), fresh)
  return late.map((refusal) => refusal ?? placements.shift() ?? EXPIRED)
}

function isLate(decision: Placement): boolean {
  return !decision.ok && ['consent_expired', 'quote_expired'].includes(decision.refusal.code)
}

/** The order that an earlier request with this key placed, perhaps before a restart, else the refusal. */
async function repeatOr(
  refusal: Placement,
  { userId, key, fingerprint }: PlaceRequest,
  { database: { db } }: Pick<PlaceDeps, 'database'>,
): Promise<Placement> {
  const earlier = await earlierOrder(db, userId, key, fingerprint)
  if (!earlier.ok) return earlier
  return earlier.value ? accept({ order: earlier.value, isRepeat: true, promise: null }) : refusal
}

/** Why an order may not be dated anew; null when it may. */
function lateness({ consent, quoteEndsMs }: PlaceRequest, nowMs: number): Placement | null {
  if (hasRunOut(consent, nowMs)) return EXPIRED
  return nowMs >= quoteEndsMs ? QUOTE_EXPIRED : null
}

const USED: Placement = refuse({ code: 'consent_used' })
const EXPIRED: Placement = refuse({ code: 'consent_expired' })
const QUOTE_EXPIRED: Placement = refuse({ code: 'quote_expired' })

function nonceOf({ session, nonce }: GivenConsent): string {
  return `${session} ${nonce}`
}

/**
 * Makes the order's ticket when the request arrives, so that it takes no time between two commits. A signed order's id
 * follows from what its owner signed, also when it is dated anew.
 */
function queuedOrder(request: PlaceRequest, deps: Pick<PlaceDeps, 'tagSecret'>, nowMs: number): QueuedOrder {
  const { userId, book, terms, basis, consent } = request
  const currency = currencyById(request.currencyId)
  const duration = durationById(terms.durationId)
  assert(currency && duration, 'an order has a known currency and duration')
  const id = consent?.asked ?? newTimeId(nowMs)
  const sums = sumsFor(request.stake, terms.ratePct)
  const user = userTagOf(userId, id, deps.tagSecret)
  const ticket = ticketFor({
    id,
    user,
    book,
    currency: currency.code,
    terms,
    sums,
    acceptedAtMs: nowMs,
    basis,
    consent: consent?.hash ?? '',
  })
  const { hash: ticketHash, leaf } = hashesOf(ticketText(ticket))
  return {
    request,
    id,
    sums,
    acceptedAtMs: nowMs,
    dueAtMs: dueAtMs(nowMs, duration.seconds),
    ticket,
    ticketHash,
    leaf,
  }
}

/** Work by name, until it ends. */
function waitingWork(): {
  begin(name: string, work: Promise<unknown>): void
  ended(name: string): Promise<boolean>
} {
  const waiting = new Map<string, Promise<unknown>>()
  return {
    begin(name, work) {
      const ended = work
        .catch(() => null)
        .then(() => {
          if (waiting.get(name) === ended) waiting.delete(name)
        })
      waiting.set(name, ended)
    },
    /** Resolves with false when there is no such work, else with true once it has ended. */
    async ended(name) {
      const work = waiting.get(name)
      if (!work) return false
      await work
      return true
    },
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
