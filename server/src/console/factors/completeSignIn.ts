import type { Tx } from '../../db/pool.ts'
import { type CallContext, operatorSessionIn } from '../../http/calls/context.ts'
import type { OperatorSession } from '../../http/calls/operatorSession.ts'
import { Refused } from '../../http/calls/refused.ts'
import { recordAction } from '../../operators/actionLogStore.ts'
import { lockOperators } from '../stores/operatorStore.ts'
import { completeSession } from '../stores/sessionStore.ts'
import { hasFactor } from '../stores/factorStore.ts'

export type FactorKind = 'passkey' | 'code'

/** Completes a sign-in with a factor that was just proven, and logs it; an open session stays open. */
export async function completeSignIn(
  tx: Tx,
  session: OperatorSession,
  factor: FactorKind,
  nowMs: number,
): Promise<void> {
  if (!(await completeSession(tx, session.id, nowMs))) throw new Refused('sign_in_first')
  if (session.state === 'open') return
  const { address } = session.operator
  const action = { operator: address, action: 'console.signIn', subject: `operator ${address}`, atMs: nowMs }
  await recordAction(tx, { ...action, details: { factor } })
}

/** Logs that an operator added or removed one of their own factors. */
export function recordFactor(
  tx: Tx,
  operator: string,
  verb: 'addFactor' | 'removeFactor',
  details: { factor: FactorKind; name?: string },
  atMs: number,
): Promise<void> {
  const action = { operator, action: `console.${verb}`, subject: `operator ${operator}`, atMs }
  return recordAction(tx, { ...action, details })
}

/**
 * The session of a call that adds a factor. Refuses a session that still owes an existing factor: it cannot add another in its
 * place.
 */
export function enrollingSession(context: CallContext): OperatorSession {
  const session = operatorSessionIn(context)
  if (session.state === 'factor') throw new Refused('factor_first')
  return session
}

/**
 * Locks the operator's factors until the end of the transaction. Only one session can add the first factor: a second session
 * without a factor does not get in beside it.
 */
export async function holdFactors(tx: Tx, session: OperatorSession): Promise<void> {
  await lockOperators(tx)
  if (session.state === 'enrol' && (await hasFactor(tx, session.operator.address)))
    throw new Refused('factor_first')
}
