import { useState } from 'react'
import { CallFailed, isFinalRefusal, isOutcomeUnknown } from './callFailed.ts'
import { newKey } from './idempotencyKey.ts'

/** A call that moves money, not yet answered, with the idempotency key that makes it safe to repeat. */
export interface PendingCall<Body> {
  key: string
  body: Body
}

export interface PendingCallStore<Body, Answer> {
  /**
   * Keeps a call beyond its screen or a reload. Each call, account and book has its own place, because only there can
   * the call be repeated.
   */
  keep(pending: PendingCall<Body> | null): void
  kept(): PendingCall<Body> | null
  send(body: Body, key: string): Promise<Answer>
}

/**
 * The result of a call that moves money; `nothing` when none was sent. `earlier` is what the answer is about when that
 * is an earlier call whose answer was lost; else null.
 */
export type Outcome<Body, Answer> =
  | { kind: 'done'; answer: Answer; earlier: Body | null }
  | { kind: 'failed'; failure: CallFailed }
  | { kind: 'nothing' }

const NOTHING = { kind: 'nothing' } as const

/** The body to send under a new idempotency key, which a signed text may name; null sends nothing. */
type BodyNow<Body> = (key: string) => Body | null | Promise<Body | null>

/**
 * Returns the body that replaces a refused one, under a new key; null stops sending. Throws the failure when it is not about the body.
 * It may replace only a body that the server refuses for good, such as an expired quote: a copy of it may still
 * arrive.
 */
export type Renew<Body> = (failure: CallFailed, key: string) => Promise<Body | null>

/**
 * Makes a call that moves money once, however often the button is pressed. First settles an earlier call whose answer
 * was lost.
 */
export function useMoneyCall<Body, Answer>(storeNow: () => PendingCallStore<Body, Answer>) {
  const [busy, setBusy] = useState(false)
  const [sender] = useState(() => openSender<Body, Answer>(setBusy))

  /**
   * Makes the call. If an earlier one turns out to be done, returns that answer instead. A null body sends nothing;
   * `renew` may replace a refused body.
   */
  function send(bodyNow: BodyNow<Body>, renew?: Renew<Body>): Promise<Outcome<Body, Answer>> {
    return sender(storeNow, bodyNow, renew)
  }

  /** Settles an earlier call whose answer was lost, and makes no new one. */
  function settle(): Promise<Outcome<Body, Answer>> {
    return send(() => null)
  }

  return { busy, send, settle }
}

/** Sends one call at a time: a second press meanwhile does nothing. Tells whether one is under way. */
export function openSender<Body, Answer>(tell: (busy: boolean) => void) {
  let inFlight = false
  return async function send(
    storeNow: () => PendingCallStore<Body, Answer>,
    bodyNow: BodyNow<Body>,
    renew?: Renew<Body>,
  ): Promise<Outcome<Body, Answer>> {
    if (inFlight) return NOTHING
    inFlight = true
    tell(true)
    try {
      const store = storeNow()
      const left = store.kept()
      const settled = await settlePending(store)
      if (left && settled !== null) return { kind: 'done', answer: settled, earlier: left.body }
      const key = newKey()
      const body = await bodyNow(key)
      if (body === null) return NOTHING
      const answer = await sendRenewed({ key, body }, store, renew)
      return answer === null ? NOTHING : { kind: 'done', answer, earlier: null }
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure
      return { kind: 'failed', failure }
    } finally {
      inFlight = false
      tell(false)
    }
  }
}

/** The earlier call whose outcome is unknown, unless it is the same as the one to send now. */
export function pendingOther<Body>(
  { kept }: Pick<PendingCallStore<Body, unknown>, 'kept'>,
  isSame: (earlier: Body) => boolean,
): Body | null {
  const left = kept()
  return left && !isSame(left.body) ? left.body : null
}

/**
 * Repeats an earlier call whose outcome is unknown, under its own key. Returns its answer, or null when there is no
 * such call or the server refused it. Throws while the outcome stays unknown: then nothing new may be sent.
 */
export async function settlePending<Body, Answer>(
  store: PendingCallStore<Body, Answer>,
): Promise<Answer | null> {
  const left = store.kept()
  if (!left) return null
  const isOpen = (failure: unknown) => !isFinalRefusal(failure)
  try {
    return await sendOnce(left, store, isOpen)
  } catch (failure) {
    if (isOpen(failure)) throw failure
    return null
  }
}

/**
 * Sends a call; after a refusal, sends the body that `renew` returns, each under its own key. Null when `renew`
 * returns none. Never replaces a call with unknown outcome.
 */
export async function sendRenewed<Body, Answer>(
  first: PendingCall<Body>,
  store: PendingCallStore<Body, Answer>,
  renew: Renew<Body> = (failure) => Promise.reject(failure),
): Promise<Answer | null> {
  for (let next = first; ;) {
    try {
      return await sendOnce(next, store)
    } catch (failure) {
      if (!(failure instanceof CallFailed) || isOutcomeUnknown(failure)) throw failure
      const key = newKey()
      const body = await renew(failure, key)
      if (body === null) return null
      next = { key, body }
    }
  }
}

/** Sends a call and keeps it while its outcome is open. Await `settlePending` before a new one. */
export async function sendOnce<Body, Answer>(
  pending: PendingCall<Body>,
  store: PendingCallStore<Body, Answer>,
  isOpen: (failure: unknown) => boolean = isOutcomeUnknown,
): Promise<Answer> {
  store.keep(pending)
  try {
    const answer = await store.send(pending.body, pending.key)
    store.keep(null)
    return answer
  } catch (failure) {
    if (!isOpen(failure)) store.keep(null)
    throw failure
  }
}

/** Parses a kept call; null for anything else. */
export function readPending<Body>(value: unknown): PendingCall<Body> | null {
  if (typeof value !== 'object' || value === null) return null
  const { key, body } = value as Record<string, unknown>
  const isOne = typeof key === 'string' && typeof body === 'object' && body !== null
  return isOne ? (value as PendingCall<Body>) : null
}
