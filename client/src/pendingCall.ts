/** A call that moves money, on its way, with the key that makes sending it twice the same as sending it once. */
export interface PendingCall<Body> {
  key: string
  body: Body
}

export interface PendingCallStore<Body, Answer> {
  newKey(): string
  /** Where a call outlives its screen or a reload: one place for each call, account and book, as it can only be repeated there. */
  keep(pending: PendingCall<Body> | null): void
  kept(): PendingCall<Body> | null
  send(body: Body, key: string): Promise<Answer>
  /** Whether after this failure it may have been carried out all the same. */
  isOutcomeUnknown(failure: unknown): boolean
  /** Whether it was turned away before its key was looked at: nothing is learnt of an earlier try. */
  isRejectedEarly(failure: unknown): boolean
}

/** The earlier call whose outcome is unknown, when it is not the same as what is to be sent now. */
export function pendingOther<Body>(
  { kept }: Pick<PendingCallStore<Body, unknown>, 'kept'>,
  isSame: (earlier: Body) => boolean,
): Body | null {
  const left = kept()
  return left && !isSame(left.body) ? left.body : null
}

/**
 * Settles an earlier call whose outcome is unknown, under its own key. Its answer when it was carried out, null when there
 * is none or it was refused. Throws while its outcome stays unknown: nothing new may be sent then.
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

/** Sends once, and keeps the call until its outcome is known. Await `settlePending` first. */
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

/** Reads what was kept; null for anything else. */
export function readPending<Body>(value: unknown): PendingCall<Body> | null {
  if (typeof value !== 'object' || value === null) return null
  const { key, body } = value as Record<string, unknown>
  const isOne = typeof key === 'string' && typeof body === 'object' && body !== null
  return isOne ? (value as PendingCall<Body>) : null
}
