import { call, CallFailed, newKey, type Given, type Reply } from './api.ts'
import { sessionNow } from '../session/session.ts'
import { keepInTab, keptInTab } from '../state/storage.ts'

type MoneyCall = 'cash_out' | 'currencyExchange' | 'createLimitOrder'

/** A call that moves money, on its way, with the key that makes sending it twice the same as sending it once. */
export interface Attempt<Body> {
  key: string
  body: Body
}

export interface AttemptWorld<Body, Answer> {
  newKey(): string
  /** Where an attempt outlives a reload: one place for each call, account and book, as it can only be repeated there. */
  keep(attempt: Attempt<Body> | null): void
  kept(): Attempt<Body> | null
  send(body: Body, key: string): Promise<Answer>
  /** Whether after this failure it may have been carried out all the same. */
  isUnknown(failure: unknown): boolean
  /** Whether it was turned away before its key was looked at: nothing is learnt of an earlier try. */
  isUnheard(failure: unknown): boolean
}

/** The page's side of sending once, for who is here now: calls that show nothing by themselves. */
export function attemptWorld<N extends MoneyCall>(name: N): AttemptWorld<Given<N>, Reply<N>> {
  const { address, book } = sessionNow()
  const place = `tickmark.attempt.${name}.${address ?? ''}.${book}`
  return {
    newKey,
    kept: () => attemptOf<Given<N>>(keptInTab(place)),
    keep: (attempt) => keepInTab(place, attempt),
    send: (body, idempotencyKey) => call(name, body, { quiet: true, idempotencyKey }),
    isUnknown: isFateUnknown,
    isUnheard,
  }
}

/** The earlier attempt whose fate is unknown, when it is not the same as what is to be sent now. */
export function otherEarlier<Body>(
  { kept }: Pick<AttemptWorld<Body, unknown>, 'kept'>,
  isSame: (earlier: Body) => boolean,
): Body | null {
  const left = kept()
  return left && !isSame(left.body) ? left.body : null
}

/**
 * Settles an earlier attempt whose fate is unknown, under its own key. Its answer when it was carried out, null when there
 * is none or it was refused. Throws while its fate stays unknown: nothing new may be sent then.
 */
export async function settleEarlier<Body, Answer>(world: AttemptWorld<Body, Answer>): Promise<Answer | null> {
  const left = world.kept()
  if (!left) return null
  const isOpen = (failure: unknown) => world.isUnknown(failure) || world.isUnheard(failure)
  try {
    return await sendKept(left, world, isOpen)
  } catch (failure) {
    if (isOpen(failure)) throw failure
    return null
  }
}

/** Sends once, and keeps the attempt until its fate is known. Call `settleEarlier` first. */
export function sendOnce<Body, Answer>(body: Body, world: AttemptWorld<Body, Answer>): Promise<Answer> {
  return sendKept({ key: world.newKey(), body }, world, (failure) => world.isUnknown(failure))
}

async function sendKept<Body, Answer>(
  attempt: Attempt<Body>,
  world: AttemptWorld<Body, Answer>,
  isOpen: (failure: unknown) => boolean,
): Promise<Answer> {
  world.keep(attempt)
  try {
    const answer = await world.send(attempt.body, attempt.key)
    world.keep(null)
    return answer
  } catch (failure) {
    if (!isOpen(failure)) world.keep(null)
    throw failure
  }
}

/** No answer, or one that does not say whether anything was done. */
export function isFateUnknown(failure: unknown): boolean {
  return !(failure instanceof CallFailed) || failure.code === 'network' || failure.status >= 500
}

/** Not signed in, not allowed here, too often, or not readable: the server says so before it looks at the key. */
function isUnheard(failure: unknown): boolean {
  return (
    failure instanceof CallFailed &&
    ([401, 403, 429].includes(failure.status) || failure.code === 'bad_envelope')
  )
}

function attemptOf<Body>(value: unknown): Attempt<Body> | null {
  if (typeof value !== 'object' || value === null) return null
  const { key, body } = value as Record<string, unknown>
  const isOne = typeof key === 'string' && typeof body === 'object' && body !== null
  return isOne ? (value as Attempt<Body>) : null
}
