import { delegationHash, readDelegation, type SignedDelegation } from '@tickmark/core/consent/delegation'
import type { Db } from '../db/pool.ts'
import type { SessionKey } from '../http/calls/context.ts'
import { sha256 } from '../platform/sha256.ts'
import { findDelegation } from './sessionStore.ts'

const MOST_KEPT = 50_000

/**
 * Reads the keys of sessions; null for a delegation that this version cannot read: its session is over. Cached, because
 * delegations never change, and reading one costs more than a query.
 */
export function sessionKeys(db: Db): (session: string) => Promise<SessionKey | null> {
  const kept = new Map<string, SessionKey>()
  return async (session) => {
    const known = kept.get(session)
    if (known) return known
    const signed = await findDelegation(db, session)
    const key = signed && keyOf(signed)
    if (!key) return null
    if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value ?? '')
    kept.set(session, key)
    return key
  }
}

/** The key that a delegation names; null when it names none. */
export function keyOf(signed: SignedDelegation): SessionKey | null {
  const delegation = readDelegation(signed.text, sha256)
  return delegation && { delegation, hash: delegationHash(signed, sha256) }
}
