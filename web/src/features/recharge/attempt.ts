/** A call that moves money, on its way, with the key that makes sending it twice the same as sending it once. */
export interface Attempt<Body> {
  key: string
  /** Whose it is and in which book: it can only be repeated there. */
  owner: string
  body: Body
}

export interface AttemptWorld<Body, Answer> {
  owner: string
  newKey(): string
  /** Where an attempt outlives a reload. */
  keep(attempt: Attempt<Body> | null): void
  kept(): Attempt<Body> | null
  send(body: Body, key: string): Promise<Answer>
  /** Whether after this failure it may have been carried out all the same. */
  isUnknown(failure: unknown): boolean
}

/**
 * Settles an earlier attempt whose fate is unknown, under its own key. Its answer when it was carried out, null when there
 * is none or it was refused. Throws while its fate stays unknown: nothing new may be sent then.
 */
export async function settleEarlier<Body, Answer>(world: AttemptWorld<Body, Answer>): Promise<Answer | null> {
  const left = world.kept()
  if (left?.owner !== world.owner) return null
  try {
    return await sendKept(left, world)
  } catch (failure) {
    if (world.isUnknown(failure)) throw failure
    return null
  }
}

/** Sends once, and keeps the attempt until its fate is known. Call `settleEarlier` first. */
export async function sendOnce<Body, Answer>(body: Body, world: AttemptWorld<Body, Answer>): Promise<Answer> {
  return sendKept({ key: world.newKey(), owner: world.owner, body }, world)
}

async function sendKept<Body, Answer>(
  attempt: Attempt<Body>,
  world: AttemptWorld<Body, Answer>,
): Promise<Answer> {
  world.keep(attempt)
  try {
    const answer = await world.send(attempt.body, attempt.key)
    world.keep(null)
    return answer
  } catch (failure) {
    if (!world.isUnknown(failure)) world.keep(null)
    throw failure
  }
}
