import type { Role } from '@tickmark/wire/roles'
import { transact } from '../../db/transact.ts'
import type { Log } from '../../platform/log.ts'
import type { OperatorSessionDeps } from '../session/operatorSessions.ts'
import { linkAddress, makeLink } from '../session/links.ts'
import { addressOfNobody } from './invite.ts'
import {
  findOperator,
  findOwnOperator,
  forgetInviter,
  insertOperator,
  lockOperators,
} from '../stores/operatorStore.ts'

type FirstDeps = OperatorSessionDeps & { log: Log }

/**
 * Adds the operators named in the configuration. An operator who was invited before now counts as a separate hand. Revoked
 * operators stay revoked and changed roles stay changed; the process log reports both.
 */
export async function addFirstOperators(
  { database: { db }, log }: FirstDeps,
  first: ReadonlyMap<string, readonly Role[]>,
  nowMs: number,
): Promise<void> {
  for (const [address, roles] of first) {
    const name = `${address.slice(0, 6)}…${address.slice(-4)}`
    if (await insertOperator(db, { address, name, roles, invitedBy: null, byLink: false, atMs: nowMs }))
      continue
    const known = await findOperator(db, address)
    if (known?.revokedAtMs === null) await forgetInviter(db, address)
    if (known?.revokedAtMs != null)
      log.warn('OPERATORS names a revoked operator, who stays revoked', { address })
    else if (known && known.roles.toSorted().join() !== roles.toSorted().join())
      log.warn('OPERATORS gives an operator other roles than the console did, which stand', {
        address,
        roles: known.roles.join(','),
      })
  }
}

/** The sandbox has its own operator: an admin who signs in by a link. */
export async function addOwnOperator(
  { database: { db } }: Pick<OperatorSessionDeps, 'database'>,
  nowMs: number,
): Promise<void> {
  await transact(db, async (tx) => {
    await lockOperators(tx)
    if (await findOwnOperator(tx)) return
    const row = { address: addressOfNobody(), name: 'Sandbox', roles: ['admin'] as const, invitedBy: null }
    await insertOperator(tx, { ...row, byLink: true, atMs: nowMs })
  })
}

/** A new one-time link for the sandbox's own operator; null when there is none, or it was revoked. */
export async function ownLink(
  { mode, database: { db }, pepper }: OperatorSessionDeps,
  publicUrl: string,
  nowMs: number,
): Promise<string | null> {
  if (mode !== 'sandbox') return null
  return transact(db, async (tx) => {
    const own = await findOwnOperator(tx)
    if (!own || own.revokedAtMs !== null) return null
    const { secret } = await makeLink(tx, pepper, own.address, nowMs)
    return linkAddress(publicUrl, secret)
  })
}
