import type { Tick } from '@tickmark/core/market/fixing'
import type { Amount } from '@tickmark/core/money/money'
import { assert } from '@tickmark/core/assert'
import { accept, refuse, type Decision } from '@tickmark/core/decision'
import { mayClose, settleClosed } from '@tickmark/core/orders/orders'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import type { Signer } from '../../platform/keys.ts'
import { Refused } from '../../http/calls/refused.ts'
import { once } from '../../ledger/idempotency.ts'
import { lockBook } from '../../ledger/store.ts'
import type { Events } from '../../module/events.ts'
import { batchNumbers } from '../receipts/signedBatches.ts'
import type {} from '../events.ts'
import { hasRunOut } from '../../http/calls/signedAsk.ts'
import type { GivenConsent } from '../consent/checkConsent.ts'
import { consentHashOf, insertCloseConsent } from '../consent/consentStore.ts'
import { finishOrders } from './finishOrders.ts'
import type { Order } from '../order/order.ts'
import { orderById } from '../order/store.ts'
import { lockOpenOrder } from './dueStore.ts'

export interface CloseRequest {
  userId: number
  orderId: string
  /** Idempotency key, a UUID. */
  key: string
  /** `requestHash` (ledger/post.ts) of the order and the bid's id. */
  fingerprint: string
  /** The price that the house pays; the caller has checked that the house offered it. */
  bid: Amount
  /** The house no longer pays it from this time on. */
  expiresAtMs: number
  /** The order's entry tick, from which the bid was computed. */
  entry: Tick
  /** The owner's signed text; null from a session without a key. */
  consent: GivenConsent | null
}

export type CloseRefusal = {
  code:
    | 'order_unknown'
    | 'order_finished'
    | 'close_too_late'
    | 'key_reused'
    | 'consent_missing'
    | 'consent_used'
    | 'consent_expired'
    | 'quote_expired'
}

export interface CloseDeps {
  database: Database
  clock: Clock
  /** Holds the receipts key. */
  signer: Signer
  events: Pick<Events, 'emit'>
}

export interface Closing {
  /**
   * Settles when the close is committed and paid. A repeated key returns the same answer. Throws `Refused` when the time ran out
   * while it waited for the book.
   */
  closeOrder(request: CloseRequest): Promise<Decision<Order, CloseRefusal>>
}

/** Makes the use case that closes an open order for a bid. */
export function createClosing(deps: CloseDeps): Closing {
  const numbers = batchNumbers(deps.database.db, 'receipt_batch_id')
  return { closeOrder }

  async function closeOrder(request: CloseRequest): Promise<Decision<Order, CloseRefusal>> {
    const { userId, orderId, key, fingerprint } = request
    const batch = await numbers()
    const keyed = { userId, key, fingerprint, nowMs: deps.clock.nowMs(), route: 'closeLimitOrder' }
    const done = await transact(deps.database.db, (tx) =>
      once<CloseRefusal>(tx, keyed, async () => {
        const order = await lockOpenOrder(tx, userId, orderId)
        if (!order)
          return refuse({ code: (await orderById(tx, userId, orderId)) ? 'order_finished' : 'order_unknown' })
        const late = lateOf(order, request, deps.clock.nowMs())
        if (late) return refuse({ code: late })
        const { consent } = request
        // A signed order needs a signed close: a session without a key cannot close it.
        if (!consent && (await consentHashOf(tx, orderId)) !== '') return refuse({ code: 'consent_missing' })
        if (consent && !(await insertCloseConsent(tx, order, consent)))
          return refuse({ code: 'consent_used' })
        const settledAtMs = await timeOfClose(tx, order, request, deps.clock)
        const ending = {
          order,
          settlement: settleClosed(order.sums, request.bid),
          entry: request.entry,
          exit: null,
          bid: request.bid,
          consent: consent?.hash ?? '',
        }
        const orders = await finishOrders(tx, [ending], { batch, signer: deps.signer, settledAtMs })
        await deps.events.emit(tx, 'orders_settled', { orders })
        return accept('closed')
      }),
    )
    if (!done.ok) return done
    const order = await orderById(deps.database.db, userId, orderId)
    assert(order?.result, 'an order that was closed has its result')
    return accept(order)
  }
}

/** Why a close comes too late; null while it is in time. */
function lateOf(
  order: Order,
  { expiresAtMs, consent }: CloseRequest,
  nowMs: number,
): 'close_too_late' | 'quote_expired' | 'consent_expired' | null {
  if (!mayClose(order.dueAtMs, nowMs)) return 'close_too_late'
  if (nowMs >= expiresAtMs) return 'quote_expired'
  return hasRunOut(consent, nowMs) ? 'consent_expired' : null
}

/**
 * When a close is settled: read once nothing else is waited for, as the log must have it within seconds (`CLOSE_LOGGED_MS`).
 * Locks the order's book.
 */
async function timeOfClose(tx: Tx, order: Order, request: CloseRequest, clock: Clock): Promise<number> {
  await lockBook(tx, order.book)
  const nowMs = clock.nowMs()
  const late = lateOf(order, request, nowMs)
  // The consent that is written already must roll back.
  if (late) throw new Refused(late)
  return nowMs
}
