import { operatorAddress, operatorName, roles as roleList } from '@tickmark/wire/schemas/console'
import * as z from 'zod/mini'
import { Refused } from '../../http/calls/refused.ts'
import type { ProposalKind } from '../../module/proposals.ts'
import { recordAction } from '../../operators/actionLogStore.ts'
import type { OperatorSessionDeps } from '../session/operatorSessions.ts'
import { revocable } from './revoke.ts'
import { inviteIn, operatorAddressOf } from './invite.ts'
import {
  countAdmins,
  findOperator,
  lockOperators,
  revokeOperator,
  setRoles,
  type StoredOperator,
} from '../stores/operatorStore.ts'
import type { Tx } from '../../db/pool.ts'
import type { Role } from '@tickmark/wire/roles'

const invitation = z.strictObject({
  operator: z.optional(operatorAddress),
  name: operatorName,
  roles: roleList,
})
const revocation = z.strictObject({ operator: operatorAddress })
const change = z.strictObject({ operator: operatorAddress, roles: roleList })

/** Proposals to invite an operator, to change an operator's roles, and to revoke an operator. */
export function operatorProposals({ mode }: Pick<OperatorSessionDeps, 'mode'>): readonly ProposalKind[] {
  const invite: ProposalKind<z.output<typeof invitation>> = {
    kind: 'operators.invite',
    may: 'manageOperators',
    payload: invitation,
    async effect(tx, { operator, name, roles }) {
      const isMade = operator === undefined && mode === 'sandbox'
      const address = isMade ? null : operatorAddressOf(operator ?? '')
      const known = address === null ? null : await findOperator(tx, address)
      if (known && known.revokedAtMs === null) throw new Refused('operator_known')
      return [
        { name: 'operator', value: address ?? '' },
        { name: 'name', value: name },
        { name: 'roles', value: roles.join(', ') },
      ]
    },
    async execute(tx, payload, { askedBy, approvedBy, atMs, proposalId }) {
      await lockOperators(tx)
      const details = { approvedBy, proposal: proposalId }
      await inviteIn(tx, mode, payload, { by: askedBy, approvedBy, atMs, details })
    },
  }
  const rolesOf: ProposalKind<z.output<typeof change>> = {
    kind: 'operators.roles',
    may: 'manageOperators',
    payload: change,
    about: ({ operator }) => operatorAddressOf(operator),
    async effect(tx, { operator, roles }) {
      const known = await changing(tx, operator, roles)
      return [
        { name: 'operator', value: known.address },
        { name: 'name', value: known.name },
        { name: 'roles', value: roles.join(', '), was: known.roles.join(', ') },
      ]
    },
    async execute(tx, { operator, roles }, { askedBy, approvedBy, atMs, proposalId }) {
      await lockOperators(tx)
      const { address, roles: was } = await changing(tx, operator, roles)
      const action = { operator: askedBy, action: 'operators.roles', subject: `operator ${address}`, atMs }
      const details = { roles: roles.join(','), was: was.join(','), approvedBy, proposal: proposalId }
      await recordAction(tx, { ...action, details })
      await setRoles(tx, address, roles)
    },
  }
  return [invite, rolesOf, REVOKE]
}

/** Ends an operator's rights for good. An admin must first have been suspended for an hour. */
const REVOKE: ProposalKind<z.output<typeof revocation>> = {
  kind: 'operators.revoke',
  may: 'manageOperators',
  payload: revocation,
  about: ({ operator }) => operatorAddressOf(operator),
  async effect(tx, { operator }) {
    const { address, name, roles } = await revocable(tx, operatorAddressOf(operator), null)
    return [
      { name: 'operator', value: address },
      { name: 'name', value: name },
      { name: 'roles', value: '', was: roles.join(', ') },
    ]
  },
  async execute(tx, { operator }, { askedBy, approvedBy, atMs, proposalId }) {
    await lockOperators(tx)
    const { address, name } = await revocable(tx, operatorAddressOf(operator), askedBy)
    const action = { operator: askedBy, action: 'operators.revoke', subject: `operator ${address}`, atMs }
    await recordAction(tx, { ...action, details: { name, approvedBy, proposal: proposalId } })
    await revokeOperator(tx, address, askedBy, atMs)
  },
}

/** A current operator whose roles may change to these; the last admin remains one. */
async function changing(tx: Tx, operator: string, roles: readonly Role[]): Promise<StoredOperator> {
  const known = await findOperator(tx, operatorAddressOf(operator))
  if (!known || known.revokedAtMs !== null) throw new Refused('operator_unknown')
  const isLosing = known.roles.includes('admin') && !roles.includes('admin')
  if (isLosing && (await countAdmins(tx)).active === 1) throw new Refused('operator_last_admin')
  return known
}
