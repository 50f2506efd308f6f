import type { SignedDelegation } from '@tickmark/core/consent/delegation'
import type { Reader } from '../../db/pool.ts'
import { delegationsTo } from './auditConsentStore.ts'

/**
 * Gives what `make` makes of the delegation to each key that signed a page, by the key's hash; `make` gets null for a key without
 * one. An owner has a key for each sign-in, so results are kept for later pages, up to a number.
 */
export function ofDelegations<Made>(
  reader: Reader,
  most: number,
  make: (delegation: SignedDelegation | null, session: string) => Made | Promise<Made>,
): (page: readonly { session: string }[]) => Promise<ReadonlyMap<string, Made>> {
  const known = new Map<string, Made>()
  return async (page) => {
    if (known.size > most) known.clear()
    const missing = [...new Set(page.map((one) => one.session))].filter((one) => !known.has(one))
    const delegations = await delegationsTo(reader, missing)
    for (const session of missing) known.set(session, await make(delegations.get(session) ?? null, session))
    return known
  }
}
