import type { Given, Reply } from '../../api.ts'

export type PlaceBody = Given<'createLimitOrder'>
export type Placed = Reply<'createLimitOrder'>

/** An order on its way, with the key that makes sending it twice the same as sending it once. */
export interface Attempt {
  key: string
  /** Whose it is and in which book: it can only be repeated there. */
  owner: string
  body: PlaceBody
}

export interface PlaceWorld {
  owner: string
  newKey(): string
  /** Where an attempt outlives a reload. */
  keep(attempt: Attempt | null): void
  kept(): Attempt | null
  send(body: PlaceBody, key: string): Promise<Placed>
  /** Whether after this failure the order may have been placed all the same. */
  isUnknown(failure: unknown): boolean
}

/**
 * Places an order exactly once. An earlier attempt whose fate is unknown is settled first, under its own key: if it had
 * arrived, it is the answer and nothing new is sent.
 */
export async function place(
  body: PlaceBody,
  world: PlaceWorld,
): Promise<{ placed: Placed; earlier: boolean }> {
  const left = world.kept()
  if (left?.owner === world.owner) {
    try {
      return { placed: await sendOnce(left, world), earlier: true }
    } catch (failure) {
      if (world.isUnknown(failure)) throw failure
    }
  }
  const attempt = { key: world.newKey(), owner: world.owner, body }
  return { placed: await sendOnce(attempt, world), earlier: false }
}

/** Keeps the attempt until its fate is known. */
async function sendOnce(attempt: Attempt, world: PlaceWorld): Promise<Placed> {
  world.keep(attempt)
  try {
    const placed = await world.send(attempt.body, attempt.key)
    world.keep(null)
    return placed
  } catch (failure) {
    if (!world.isUnknown(failure)) world.keep(null)
    throw failure
  }
}
