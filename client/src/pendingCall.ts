/** A call that moves money, not yet answered, with the idempotency key that makes it safe to repeat. */
export interface PendingCall<Body> {
  key: string
  body: Body
}

export interface PendingCallStore<Body, Answer> {
  newKey(): string
  /**
   * Keeps a call beyond its screen or a reload. Each call, account and book has its own place, because only there can
   * the call be repeated.
   */
  keep(pending: PendingCall<Body> | null): void
  kept(): PendingCall<Body> | null
  send(body: Body, key: string): Promise<Answer>
  /** Whether the server may have carried out the call despite this failure. */
  isOutcomeUnknown(failure: unknown): boolean
  /**
   * Whether the server refused the call before it looked at the key; then the outcome of an earlier try stays unknown.
   */
  isRejectedEarly(failure: unknown): boolean
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
  const isOpen = (failure: unknown) => store.isOutcomeUnknown(failure) || store.isRejectedEarly(failure)
  try {
    return await sendKept(left, store, isOpen)
  } catch (failure) {
    if (isOpen(failure)) throw failure
    return null
  }
}

/** Sends a call and keeps it until its outcome is known. Await `settlePending` first. */
export function sendOnce<Body, Answer>(body: Body, store: PendingCallStore<Body, Answer>): Promise<Answer> {
  return sendKept({ key: store.newKey(), body }, store, (failure) => store.isOutcomeUnknown(failure))
}

async function sendKept<Body, Answer>(
  pending: PendingCall<Body>,
  store: PendingCallStore<Body, Answer>,
  isOpen: (failure: unknown) => boolean,
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
