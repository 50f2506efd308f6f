import { assert } from '@tickmark/core/assert'
import { admitExit, isOver, type ExitFacts, type ExitRefusal } from '@tickmark/core/arbitrage/admitExit'
import type { Exited } from '@tickmark/core/arbitrage/sharing'
import { accept, refuse, type Decision } from '@tickmark/core/decision'
import type { Book } from '@tickmark/core/money/currencies'
import * as z from 'zod/mini'
import type { Tx } from '../../db/pool.ts'
import type { SignedAsk } from '../../http/calls/signedAsk.ts'
import { transact } from '../../db/transact.ts'
import type {} from '../../ledger/events.ts'
import { once } from '../../ledger/idempotency.ts'
import { postTransfers, requestHash } from '../../ledger/post.ts'
import { lockBook } from '../../ledger/store.ts'
import type {} from '../events.ts'
import type { HostingDeps } from '../ports.ts'
import { release } from '../order/postings.ts'
import { endEarly, exitFeesFor, keepDaysOpen, lockOwnOrder } from '../order/store.ts'
import { nextStatement, stateHosting } from '../statements/stateHosting.ts'

export interface ExitRequest {
  userId: number
  book: Book
  /** Idempotency key, a UUID. */
  key: string
  /** The order's id. */
  id: string
  /** What the owner signed; null for a session without a key. */
  signed: SignedAsk | null
}

type Refusal = { code: 'hosting_unknown' | 'consent_used' } | ExitRefusal

/**
 * Ends one's own order early, at any time before its expiry. A session's key can do so while its delegation covers the fees; then
 * the wallet must sign in again. A repeated key gets the first answer.
 */
export async function exitHosting(
  deps: HostingDeps,
  request: ExitRequest,
): Promise<Decision<Exited & { number: number }, Refusal | { code: 'key_reused' }>> {
  const { userId, book, key, id, signed } = request
  const fingerprint = requestHash(JSON.stringify(['exitHosting', book, id, signed?.text ?? '']))
  const keyed = { userId, key, nowMs: deps.clock.nowMs(), route: 'exitHosting', fingerprint }
  const done = await transact(deps.db, (tx) => once<Refusal>(tx, keyed, () => exit(tx, deps, request)))
  if (!done.ok) return done
  const { back, fee, number } = answerFields.parse(JSON.parse(done.value.answer))
  return accept({ back: BigInt(back), fee: BigInt(fee), number })
}

const answerFields = z.object({ back: z.string(), fee: z.string(), number: z.number() })

async function exit(
  tx: Tx,
  deps: HostingDeps,
  { userId, book, id, signed }: ExitRequest,
): Promise<Decision<string, Refusal>> {
  await keepDaysOpen(tx)
  const order = await lockOwnOrder(tx, { userId, book }, id)
  if (order === null) return refuse({ code: 'hosting_unknown' })
  // Refuse early, so that a hopeless request waits for no lock.
  if (isOver(order, deps.clock.nowMs())) return refuse({ code: 'hosting_ended' })
  await lockBook(tx, book)
  const { number, atMs } = await nextStatement(tx, deps)
  const admitted = admitExit(order, await exitFacts(tx, deps, { book, id, signed }), atMs)
  if (!admitted.ok) return admitted
  const { back, fee } = admitted.value
  if (signed && !(await deps.consents.accept(tx, { id, book, closes: true }, signed)))
    return refuse({ code: 'consent_used' })
  const ended = { ...order, ended: { atMs, how: 'exit' as const, fee }, exitNumber: number }
  const sums = { back: String(back), fee: String(fee) }
  await stateHosting(tx, deps, {
    v: 1,
    kind: 'exit',
    number,
    at: atMs,
    order: id,
    ...sums,
    consent: signed?.hash ?? '',
  })
  await endEarly(tx, id, { atMs, fee, number })
  const postings = release(order, fee)
  const posted = await postTransfers(tx, postings, atMs)
  assert(posted === postings.length, 'a principal is released once')
  await deps.events.emit(tx, 'hosting_exited', { order: ended, atMs })
  await deps.events.emit(tx, 'balance_changed', { userId, book })
  return accept(JSON.stringify({ ...sums, number }))
}

/** Read under the book's lock, so that no other exit of the session is under way. */
async function exitFacts(
  tx: Tx,
  { consents }: HostingDeps,
  { book, id, signed }: Pick<ExitRequest, 'book' | 'id' | 'signed'>,
): Promise<ExitFacts> {
  if (!signed) return { signed, isOrderSigned: (await consents.signedFor(tx, id)).order !== null }
  return { signed, spent: await exitFeesFor(tx, await consents.endedBy(tx, signed.session, book)) }
}
