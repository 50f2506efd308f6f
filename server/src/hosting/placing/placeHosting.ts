import { assert } from '@tickmark/core/assert'
import {
  checkPrincipal,
  type HostingRefusal,
  type PrincipalRefusal,
  whatRefusesHosting,
} from '@tickmark/core/arbitrage/admitHosting'
import { PROGRAMME } from '@tickmark/core/arbitrage/programme'
import { exitFeeOf, expiryOf, sharesFrom } from '@tickmark/core/arbitrage/sharing'
import { hostingTermsOf } from '@tickmark/core/consent/hostingConsent'
import type { ConsentRefusal } from '@tickmark/core/consent/judgeConsent'
import { lateToLogMs } from '@tickmark/core/log/lateToLog'
import { startOfDay } from '@tickmark/core/days'
import { accept, refuse, type Decision } from '@tickmark/core/decision'
import type { Book } from '@tickmark/core/money/currencies'
import type { Amount } from '@tickmark/core/money/money'
import * as z from 'zod/mini'
import type { Tx } from '../../db/pool.ts'
import { Refused } from '../../http/calls/refused.ts'
import { offConsent, type SignedAsk } from '../../http/calls/signedAsk.ts'
import { transact } from '../../db/transact.ts'
import type {} from '../../ledger/events.ts'
import { once } from '../../ledger/idempotency.ts'
import { postTransfers, refOf, requestHash } from '../../ledger/post.ts'
import { available, lockBook } from '../../ledger/store.ts'
import type { HostingOrder } from '../order/order.ts'
import type { HostingDeps } from '../ports.ts'
import { hosting } from '../order/postings.ts'
import { productInForce } from '../products/productStore.ts'
import { countOpen, countPlaced, insertOrder, keepDaysOpen } from '../order/store.ts'
import { oldestUnlogged } from '../statements/statementStore.ts'
import { nextStatement, stateHosting } from '../statements/stateHosting.ts'
import { ticketFor } from './ticketFor.ts'

export interface HostRequest {
  userId: number
  book: Book
  /** Idempotency key, a UUID. */
  key: string
  mid: number
  /** The version that the user read; null for the one in force. */
  version: number | null
  /** Null when the input is not an amount. */
  amount: Amount | null
  /** What the owner signed; null for a session without a key. */
  signed: SignedAsk | null
}

export type HostRefusal =
  | { code: 'hosting_product_unknown' | 'hosting_terms_changed' | 'hosting_closed' | 'consent_used' }
  | { code: 'consent'; refusal: ConsentRefusal }
  | PrincipalRefusal
  | HostingRefusal

/** Hosts money in a product. A repeated key gets the first answer. */
export async function placeHosting(
  deps: HostingDeps,
  request: HostRequest,
): Promise<Decision<{ id: string; number: number }, HostRefusal | { code: 'key_reused' }>> {
  const { userId, book, key, mid, version, amount, signed } = request
  const fingerprint = requestHash(
    JSON.stringify(['host', book, mid, version, String(amount), signed?.text ?? '']),
  )
  const keyed = { userId, key, nowMs: deps.clock.nowMs(), route: 'orderConfirmation', fingerprint }
  const done = await transact(deps.db, (tx) =>
    once<HostRefusal | { code: 'key_reused' }>(tx, keyed, () => place(tx, deps, request)),
  )
  if (!done.ok) return done
  return accept(answerFields.parse(JSON.parse(done.value.answer)))
}

const answerFields = z.object({ id: z.string(), number: z.number() })

async function place(
  tx: Tx,
  deps: HostingDeps,
  request: HostRequest,
): Promise<Decision<string, HostRefusal | { code: 'key_reused' }>> {
  const { userId, book, key, mid, version, amount, signed } = request
  const product = await productInForce(tx, mid)
  if (product === null) return refuse({ code: 'hosting_product_unknown' })
  if (!deps.isOpen || !product.isOpen) return refuse({ code: 'hosting_closed' })
  if (version !== null && version !== product.version) return refuse({ code: 'hosting_terms_changed' })
  const agreed = checkPrincipal(amount, product)
  if (!agreed.ok) return agreed
  const asked = { userId, book, amount: agreed.value }
  // Refuse early, so that a hopeless request waits for no lock.
  const early = await whatRefuses(tx, deps, asked, deps.clock.nowMs())
  if (early) return refuse(early)
  await keepDaysOpen(tx)
  await lockBook(tx, book)
  const { number, atMs } = await nextStatement(tx, deps)
  const refusal = await whatRefuses(tx, deps, asked, atMs)
  if (refusal) return refuse(refusal)
  const { days, upperPpm, exitFeePpm } = product
  const order: HostingOrder = {
    id: signed?.asked ?? refOf(`hosting:${userId}:${key}`),
    number,
    userId,
    book,
    mid,
    version: product.version,
    days,
    upperPpm,
    exitFeePpm,
    principal: agreed.value,
    placedAtMs: atMs,
    sharesFromMs: sharesFrom(atMs),
    expiresAtMs: expiryOf(atMs, days),
    ended: null,
    exitNumber: null,
  }
  // The id derives from the signed text or the key, so the table refuses even a key forgotten after its 30 days.
  const ticket = ticketFor(order, signed?.hash ?? '')
  const fee = exitFeeOf(order.principal, exitFeePpm)
  const off = offConsent(signed, { host: hostingTermsOf(ticket), fee }, atMs)
  if (off) return refuse({ code: 'consent', refusal: off })
  if (!(await insertOrder(tx, order))) return refuse({ code: signed ? 'consent_used' : 'key_reused' })
  if (signed && !(await deps.consents.accept(tx, { id: order.id, book, closes: false }, signed)))
    throw new Refused('consent_used')
  await stateHosting(tx, deps, ticket)
  const posted = await postTransfers(tx, [hosting(order)], atMs)
  assert(posted === 1, 'a principal is hosted once')
  await deps.events.emit(tx, 'balance_changed', { userId, book })
  return accept(JSON.stringify({ id: order.id, number }))
}

/** Why a user may not host an amount now. Certain only under the book's lock. */
async function whatRefuses(
  tx: Tx,
  deps: HostingDeps,
  { userId, book, amount }: Pick<HostRequest, 'userId' | 'book'> & { amount: Amount },
  nowMs: number,
): Promise<HostingRefusal | null> {
  const facts = {
    isLogLate: lateToLogMs(await oldestUnlogged(tx), nowMs) !== null,
    pauses: await deps.pausesOf(tx, userId),
    open: await countOpen(tx, userId, book),
    placedToday: await countPlaced(tx, userId, startOfDay(nowMs)),
    available: await available(tx, userId, book, PROGRAMME.currency),
  }
  return whatRefusesHosting(amount, facts, nowMs)
}
