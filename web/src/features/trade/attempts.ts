import { call, CallFailed, newKey } from '../../api.ts'
import { sessionNow } from '../../session/session.ts'
import type { Attempt, PlaceWorld } from './placing.ts'

const KEY = 'tickmark.attempt'

/** The page's side of placing: calls that show nothing by themselves, and an attempt that outlives a reload. */
export const placeWorld: PlaceWorld = {
  get owner() {
    const { address, book } = sessionNow()
    return `${address ?? ''}/${book}`
  },
  newKey,
  kept: keptAttempt,
  keep(attempt) {
    try {
      if (attempt) sessionStorage.setItem(KEY, JSON.stringify(attempt))
      else sessionStorage.removeItem(KEY)
    } catch {
      // Storage is full or closed: the attempt lasts as long as its retries.
    }
  },
  send: (body, idempotencyKey) => call('createLimitOrder', body, { quiet: true, idempotencyKey }),
  isUnknown: isFateUnknown,
}

/** No answer, or one that does not say whether anything was done. */
export function isFateUnknown(failure: unknown): boolean {
  return !(failure instanceof CallFailed) || failure.code === 'network' || failure.status >= 500
}

function keptAttempt(): Attempt | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    return isAttempt(value) ? value : null
  } catch {
    return null
  }
}

function isAttempt(value: unknown): value is Attempt {
  if (typeof value !== 'object' || value === null) return false
  const { key, owner, body } = value as Record<string, unknown>
  return typeof key === 'string' && typeof owner === 'string' && typeof body === 'object' && body !== null
}
