import { DAY_MS } from '@tickmark/core/days'
import { createHash, randomUUID } from 'node:crypto'
import type { Tx } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import { type CallContext, operatorOf } from '../../http/calls/context.ts'
import { Refused } from '../../http/calls/refused.ts'
import { recordAction } from '../../operators/actionLogStore.ts'
import { payloadText } from '../proposals/payloadText.ts'
import { insertProposal } from '../proposals/proposalStore.ts'
import { recordProposal } from '../proposals/propose.ts'
import type { OperatorSessionDeps } from '../session/operatorSessions.ts'
import {
  countAdmins,
  findOperator,
  holdOperators,
  isSuspended,
  lockOperator,
  revokeOperator,
  type StoredOperator,
  suspendOperator,
} from '../stores/operatorStore.ts'

/** After a suspension, an admin cannot be suspended again for this long: nobody keeps the others out for good. */
const SPARED_MS = DAY_MS

interface Revoking {
  operator: string
  reason: string
}

/**
 * Ends an operator's rights and sessions at once. An admin is only suspended, for an hour: revoking an admin needs a second
 * operator, whose approval this call requests as well. Returns the number of ended sessions, and whether it is final.
 */
export async function revoke(
  { database: { db } }: Pick<OperatorSessionDeps, 'database'>,
  given: Revoking,
  context: CallContext,
): Promise<{ sessions: number; isFinal: boolean }> {
  const by = operatorOf(context).address
  const { nowMs } = context
  return transact(db, async (tx) => {
    await lockOperator(tx, given.operator)
    // Of two admins who revoke each other at the same moment, the first call wins.
    const self = (await holdOperators(tx, [by])).get(by)
    if (!self?.roles.includes('admin') || isSuspended(self, nowMs)) throw new Refused('operators_only')
    const known = await revocable(tx, given.operator, by)
    if (known.roles.includes('admin')) {
      return { sessions: await throwOut(tx, known, { ...given, by, nowMs }), isFinal: false }
    }
    const action = {
      operator: by,
      action: 'operators.revoke',
      subject: `operator ${known.address}`,
      atMs: nowMs,
    }
    await recordAction(tx, { ...action, details: { reason: given.reason, name: known.name } })
    return { sessions: await revokeOperator(tx, known.address, by, nowMs), isFinal: true }
  })
}

/** A current operator whom another one may revoke; the last admin remains one. */
export async function revocable(tx: Tx, operator: string, by: string | null): Promise<StoredOperator> {
  if (operator === by) throw new Refused('operator_own')
  const known = await findOperator(tx, operator)
  if (!known || known.revokedAtMs !== null) throw new Refused('operator_unknown')
  if (known.roles.includes('admin') && (await countAdmins(tx)).active === 1)
    throw new Refused('operator_last_admin')
  return known
}

async function throwOut(
  tx: Tx,
  { address, name, suspendedAtMs }: StoredOperator,
  { by, reason, nowMs }: Revoking & { by: string; nowMs: number },
): Promise<number> {
  if (suspendedAtMs !== null && nowMs < suspendedAtMs + SPARED_MS) throw new Refused('operator_spared')
  const action = { operator: by, action: 'operators.suspend', subject: `operator ${address}`, atMs: nowMs }
  await recordAction(tx, { ...action, details: { reason, name } })
  const payload = payloadText({ operator: address })
  const payloadHash = createHash('sha256').update(payload).digest()
  const row = { id: randomUUID(), key: randomUUID(), kind: 'operators.revoke', payload, payloadHash, reason }
  await insertProposal(tx, { ...row, askedBy: by, nowMs })
  await recordProposal(tx, by, 'ask', { ...row, payloadHash: payloadHash.toString('hex') }, nowMs)
  return suspendOperator(tx, address, by, nowMs)
}
