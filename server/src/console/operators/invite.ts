import { randomBytes } from 'node:crypto'
import { canonicalAddress } from '@tickmark/chainkit/addresses'
import { hexOf } from '@tickmark/core/bytes'
import type { Role } from '@tickmark/wire/roles'
import type { Tx } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import { type CallContext, operatorOf } from '../../http/calls/context.ts'
import { Refused } from '../../http/calls/refused.ts'
import { recordAction } from '../../operators/actionLogStore.ts'
import { hasFactor } from '../stores/factorStore.ts'
import type { OperatorSessionDeps } from '../session/operatorSessions.ts'
import { linkAddress, makeLink } from '../session/links.ts'
import {
  countAdmins,
  findOperator,
  insertOperator,
  lockOperators,
  type NewOperator,
  restoreOperator,
} from '../stores/operatorStore.ts'

export interface Invitation {
  /** In any spelling; absent in the sandbox for an operator without a wallet. */
  operator?: string | undefined
  name: string
  roles: readonly Role[]
}

/**
 * The admin of a house that never had a second one may invite alone. After that it takes two admins, even when one of them is
 * gone: otherwise an admin could revoke the other, and fill that place with an invitation of his own.
 */
export async function inviteAlone(
  deps: OperatorSessionDeps,
  given: Invitation & { reason: string },
  context: CallContext,
) {
  const by = operatorOf(context).address
  const { nowMs } = context
  return transact(deps.database.db, async (tx) => {
    await lockOperators(tx)
    if (!(await mayInviteAlone(tx))) throw new Refused('second_operator_needed')
    const { reason } = given
    const operator = await inviteIn(tx, deps.mode, given, { by, atMs: nowMs, details: { reason } })
    const { secret, expiresAtMs } = await makeLink(tx, deps.pepper, operator, nowMs)
    return { operator, link: linkAddress(context.origin, secret), expiresAt: expiresAtMs }
  })
}

export async function mayInviteAlone(tx: Tx): Promise<boolean> {
  return (await countAdmins(tx)).ever === 1
}

interface Inviting {
  by: string
  /** Absent when an admin invites alone. */
  approvedBy?: string | undefined
  atMs: number
  details: Readonly<Record<string, string>>
}

/** Makes somebody an operator, or reinstates a revoked one, and logs it; returns the address. */
export async function inviteIn(
  tx: Tx,
  mode: OperatorSessionDeps['mode'],
  given: Invitation,
  { by, approvedBy, atMs, details }: Inviting,
): Promise<string> {
  const made = { ...newOperator(mode, given, by, atMs), invitedWith: approvedBy ?? null }
  const { address, name, roles } = made
  const action = { operator: by, action: 'operators.invite', subject: `operator ${address}`, atMs }
  await recordAction(tx, { ...action, details: { name, roles: roles.join(','), ...details } })
  const isNew = (await insertOperator(tx, made)) || (!made.byLink && (await restoreOperator(tx, made)))
  if (!isNew) throw new Refused('operator_known')
  return address
}

/** Refuses an invalid address, and in a live house a missing one. */
function newOperator(
  mode: OperatorSessionDeps['mode'],
  { operator, name, roles }: Invitation,
  invitedBy: string,
  atMs: number,
): NewOperator {
  const byLink = operator === undefined && mode === 'sandbox'
  const address = byLink ? addressOfNobody() : operatorAddressOf(operator ?? '')
  if (address === invitedBy) throw new Refused('operator_known')
  return { address, name, roles, invitedBy, byLink, atMs }
}

/** An operator's address in canonical spelling; refuses an invalid address. */
export function operatorAddressOf(text: string): string {
  const address = canonicalAddress(text, 'evm') ?? canonicalAddress(text, 'tron')
  if (address === null) throw new Refused('address_invalid')
  return address
}

/** An address whose key nobody has. */
export function addressOfNobody(): string {
  return operatorAddressOf(`0x${hexOf(randomBytes(20))}`)
}

/** A new link for an operator without a second factor, or one who signs in by link alone. */
export async function renewLink(deps: OperatorSessionDeps, operator: string, context: CallContext) {
  const by = operatorOf(context).address
  const { nowMs } = context
  return transact(deps.database.db, async (tx) => {
    await lockOperators(tx)
    const known = await findOperator(tx, operator)
    if (!known || known.revokedAtMs !== null) throw new Refused('operator_unknown')
    if (!known.byLink && (await hasFactor(tx, operator))) throw new Refused('operator_enrolled')
    const action = { operator: by, action: 'operators.link', subject: `operator ${operator}`, atMs: nowMs }
    await recordAction(tx, action)
    const { secret, expiresAtMs } = await makeLink(tx, deps.pepper, operator, nowMs)
    return { operator, link: linkAddress(context.origin, secret), expiresAt: expiresAtMs }
  })
}
