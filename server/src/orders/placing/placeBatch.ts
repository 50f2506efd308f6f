import { assert } from '@tickmark/core/assert'
import { accept, type Decision } from '@tickmark/core/decision'
import type { AdmissionRefusal } from '@tickmark/core/orders/admission'
import type { Promised } from '@tickmark/core/receipts/promiseShape'
import type { Clock } from '../../platform/clock.ts'
import type { Signer } from '../../platform/keys.ts'
import type { Order } from '../order/order.ts'
import { orderById } from '../order/store.ts'
import { signBatch } from '../receipts/signedBatches.ts'
import { admitBatch, type AdmitDeps } from './admitBatch.ts'
import type { QueuedOrder } from './placingStore.ts'

export interface PlaceDeps extends AdmitDeps {
  clock: Clock
  /** Holds the receipts key. */
  signer: Signer
  /** 32 bytes; see `userTagOf`. */
  tagSecret: Uint8Array
}

/** Dependencies for writing a batch. */
type BatchDeps = AdmitDeps & Pick<PlaceDeps, 'signer'>

export interface Placed {
  order: Order
  /** True when an earlier request with this key placed the order. */
  isRepeat: boolean
  /** Gives the ticket with its place in the batch; null when an earlier request placed the order. */
  promise: (() => Promised) | null
}

/** Core's refusals, and those of the queue. */
export type PlaceRefusal =
  | AdmissionRefusal
  /** The owner's signature, or the quote, ran out while the order waited. */
  | { code: 'consent_expired' | 'quote_expired' }
  /** The queue is full, or the connection broke while the batch was written: the order may be placed, and a repeat tells. */
  | { code: 'busy' }

/** Whether an order was placed. */
export type Placement = Decision<Placed, PlaceRefusal>

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
  const admissions = await admitBatch(deps, signed, orders)
  const placements = orders.map((one, i): Placement => {
    const admission = admissions[i]
    assert(admission, 'each order is decided')
    if (!admission.ok) return admission
    const promise = () => ({ ticket: one.ticket, proof: signed.proofOf(i) })
    return accept({ order: orderOf(one, batch, i), isRepeat: false, promise })
  })
  for (const [i, admission] of admissions.entries()) {
    const id = admission.ok ? admission.value.repeats : null
    if (id !== null) placements[i] = await repeatOf(deps, orders[i] as QueuedOrder, id)
  }
  return placements
}

async function repeatOf({ database }: BatchDeps, { request }: QueuedOrder, id: string): Promise<Placement> {
  const order = await orderById(database.db, request.userId, id)
  assert(order, 'a repeat names its order, which was committed')
  return accept({ order, isRepeat: true, promise: null })
}

function orderOf(queued: QueuedOrder, ticketBatch: number, ticketIndex: number): Order {
  const { request, id, sums, acceptedAtMs, dueAtMs, ticketHash } = queued
  const { userId, book, currencyId, terms, basis } = request
  const own = { id, userId, book, currencyId, terms, basis, sums, acceptedAtMs, dueAtMs }
  return { ...own, ticketBatch, ticketIndex, ticket: ticketHash, result: null }
}
