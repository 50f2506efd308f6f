import { assert } from '@tickmark/core/assert'
import { PROGRAMME } from '@tickmark/core/arbitrage/programme'
import { exitFeeOf, expiryOf, sharesFrom } from '@tickmark/core/arbitrage/sharing'
import { hostingTermsOf } from '@tickmark/core/consent/hostingConsent'
import type { ConsentRefusal } from '@tickmark/core/consent/judgeConsent'
import { nextMidnight, startOfDay } from '@tickmark/core/days'
import { accept, refuse, type Decision } from '@tickmark/core/decision'
import type { Book } from '@tickmark/core/money/currencies'
import type { Amount } from '@tickmark/core/money/money'
import * as z from 'zod/mini'
import type { Tx } from '../../db/pool.ts'
import { Refused, tooMany } from '../../http/calls/refused.ts'
import type { SignedAsk } from '../../http/calls/signedAsk.ts'
import { offConsent } from '../consent/checkHosting.ts'
import { transact } from '../../db/transact.ts'
import type {} from '../../ledger/events.ts'
import { once } from '../../ledger/idempotency.ts'
import { postTransfers, refOf, requestHash } from '../../ledger/post.ts'
import { available, lockBook } from '../../ledger/store.ts'
import type { HostingOrder } from '../order/order.ts'
import type { HostingDeps } from '../ports.ts'
import { hosting } from '../order/postings.ts'
import { productInForce, type ProductVersion } from '../products/productStore.ts'
import { countOpen, countPlaced, insertOrder, keepDaysOpen } from '../order/store.ts'
import { isLate } from '../statements/lateStatements.ts'
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
  | {
      code: 'hosting_product_unknown' | 'hosting_terms_changed' | 'hosting_closed' | 'hosting_amount_invalid'
    }
  | { code: 'consent_used' | 'hosting_paused' }
  | { code: 'consent'; refusal: ConsentRefusal }
  | { code: 'hostings_full'; most: number }
  | { code: 'hosting_amount_outside'; least: Amount; most: Amount }
  | { code: 'insufficient_funds'; available: Amount }
  | { code: 'excluded' | 'on_break'; untilMs: number }

/** Open orders per user and book: each costs the house a line a day. */
const MOST_OPEN = 50
/** New orders per user and day: each is a statement in everybody's files of two days, even if its owner leaves at once. */
const MOST_A_DAY = 200

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
  const agreed = amountFor(product, amount)
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

function amountFor(
  { least, most }: Pick<ProductVersion, 'least' | 'most'>,
  amount: Amount | null,
): Decision<Amount, HostRefusal> {
  if (amount === null || amount <= 0n || amount % PROGRAMME.unit !== 0n)
    return refuse({ code: 'hosting_amount_invalid' })
  return amount < least || amount > most
    ? refuse({ code: 'hosting_amount_outside', least, most })
    : accept(amount)
}

/** Why a user may not host an amount now. Certain only under the book's lock. */
async function whatRefuses(
  tx: Tx,
  deps: HostingDeps,
  { userId, book, amount }: Pick<HostRequest, 'userId' | 'book'> & { amount: Amount },
  nowMs: number,
): Promise<HostRefusal | null> {
  if (isLate(await oldestUnlogged(tx), nowMs)) return { code: 'hosting_paused' }
  const paused = await whatPauses(tx, deps, userId, nowMs)
  if (paused) return paused
  if ((await countOpen(tx, userId, book)) >= MOST_OPEN) return { code: 'hostings_full', most: MOST_OPEN }
  if ((await countPlaced(tx, userId, startOfDay(nowMs))) >= MOST_A_DAY)
    throw tooMany(nextMidnight(nowMs) - nowMs)
  const has = await available(tx, userId, book, PROGRAMME.currency)
  return has < amount ? { code: 'insufficient_funds', available: has } : null
}

async function whatPauses(
  tx: Tx,
  deps: HostingDeps,
  userId: number,
  nowMs: number,
): Promise<HostRefusal | null> {
  const { excludedUntilMs, breakUntilMs } = await deps.pausesOf(tx, userId)
  if (excludedUntilMs > nowMs) return { code: 'excluded', untilMs: excludedUntilMs }
  if (breakUntilMs > nowMs) return { code: 'on_break', untilMs: breakUntilMs }
  return null
}
