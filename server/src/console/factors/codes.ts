import { transact } from '../../db/transact.ts'
import { type CallContext, operatorSessionIn } from '../../http/calls/context.ts'
import { Refused } from '../../http/calls/refused.ts'
import { newSecret, stepOfCode } from '../../platform/oneTimeCode.ts'
import type { OperatorSessionDeps } from '../session/operatorSessions.ts'
import { completeSignIn, enrollingSession, holdFactors, recordFactor } from './completeSignIn.ts'
import { codeOf, confirmPending, putPending, spendStep } from '../stores/factorStore.ts'

type CodeDeps = Pick<OperatorSessionDeps, 'database' | 'pepper'>

/** Makes a secret for an authenticator app. It takes effect once one of its codes was shown. */
export async function startCode({ database: { db }, pepper }: CodeDeps, context: CallContext) {
  const { operator } = enrollingSession(context)
  const made = newSecret(ownerOf(operator.address), `${operator.name} (console)`, pepper)
  await putPending(db, operator.address, made.sealed)
  return { secret: made.text, uri: made.uri }
}

/** Activates the started secret; the first factor completes the sign-in. */
export async function keepCode(
  { database: { db }, pepper }: CodeDeps,
  code: string,
  context: CallContext,
): Promise<void> {
  const session = enrollingSession(context)
  const { address } = session.operator
  const { nowMs, wallMs } = context
  const pending = (await codeOf(db, address))?.pending
  if (!pending) throw new Refused('factor_unknown')
  const step = stepOfCode(code, pending, ownerOf(address), pepper, wallMs)
  if (step === null) throw new Refused('code_wrong')
  await transact(db, async (tx) => {
    await holdFactors(tx, session)
    if (!(await confirmPending(tx, address, pending, { step, atMs: nowMs }))) throw new Refused('code_wrong')
    await recordFactor(tx, address, 'addFactor', { factor: 'code' }, nowMs)
    await completeSignIn(tx, session, 'code', nowMs)
  })
}

/** Completes the sign-in with a code; each code is valid once. */
export async function proveCode(
  { database: { db }, pepper }: CodeDeps,
  code: string,
  context: CallContext,
): Promise<void> {
  const session = operatorSessionIn(context)
  const { address } = session.operator
  const secret = (await codeOf(db, address))?.secret
  if (!secret) throw new Refused('factor_unknown')
  const step = stepOfCode(code, secret, ownerOf(address), pepper, context.wallMs)
  if (step === null) throw new Refused('code_wrong')
  await transact(db, async (tx) => {
    if (!(await spendStep(tx, address, secret, step))) throw new Refused('code_wrong')
    await completeSignIn(tx, session, 'code', context.nowMs)
  })
}

/** The owner name that a secret is sealed for; users' secrets are sealed for a number. */
function ownerOf(address: string): string {
  return `operator ${address}`
}
