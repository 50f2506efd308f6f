import type { Role } from '@tickmark/wire/roles'
import { transact } from '../../db/transact.ts'
import type { Tx } from '../../db/pool.ts'
import { recordAction } from '../../operators/actionLogStore.ts'
import type { Log } from '../../platform/log.ts'
import type { OperatorSessionDeps } from '../session/operatorSessions.ts'
import { linkAddress, makeLink } from '../session/links.ts'
import { addressOfNobody } from './invite.ts'
import {
  findOperator,
  findOwnOperator,
  forgetInviter,
  insertOperator,
  lockOperator,
  lockOperators,
  type NewOperator,
  type StoredOperator,
} from '../stores/operatorStore.ts'

type FirstDeps = OperatorSessionDeps & { log: Log }

/**
 * Adds the operators named in the configuration. One who was invited before counts as a separate hand from now on. Either is an
 * action. Revoked operators stay revoked and changed roles stay changed; the process's log reports that.
 */
export async function addFirstOperators(
  { database: { db }, log }: FirstDeps,
  first: ReadonlyMap<string, readonly Role[]>,
  nowMs: number,
): Promise<void> {
  for (const [address, roles] of first) {
    const name = `${address.slice(0, 6)}…${address.slice(-4)}`
    const known = await transact(db, (tx) => nameOperator(tx, { address, name, roles }, nowMs))
    if (known?.revokedAtMs != null)
      log.warn('OPERATORS names a revoked operator, who stays revoked', { address })
    else if (known && known.roles.toSorted().join() !== roles.toSorted().join())
      log.warn('OPERATORS gives an operator other roles than the console did, which stand', {
        address,
        roles: known.roles.join(','),
      })
  }
}

/**
 * Makes an address an operator because the configuration names it; an operator who was invited becomes a separate hand. The action
 * is in the named operator's own name, as no other decides it. Returns the operator as he was before; null for a new one.
 */
export async function nameOperator(
  tx: Tx,
  given: Pick<NewOperator, 'address' | 'name' | 'roles'>,
  atMs: number,
): Promise<StoredOperator | null> {
  const { address } = given
  await lockOperator(tx, address)
  const known = await findOperator(tx, address)
  const note = (roles: readonly Role[], more: Readonly<Record<string, string>> = {}) => {
    const details = { name: given.name, roles: roles.join(','), ...more }
    const subject = `operator ${address}`
    return recordAction(tx, { operator: address, action: 'operators.name', subject, details, atMs })
  }
  if (!known) {
    await insertOperator(tx, { ...given, invitedBy: null, byLink: false, atMs })
    await note(given.roles)
  } else if (known.revokedAtMs === null && known.invitedBy !== null) {
    await forgetInviter(tx, address)
    await note(known.roles, { invitedBy: known.invitedBy })
  }
  return known
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
