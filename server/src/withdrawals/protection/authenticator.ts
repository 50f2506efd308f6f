import { HOUR_MS } from '@tickmark/core/days'
import type { CallMoment } from '../../http/calls/context.ts'
import type { Reader, Tx } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import { Refused } from '../../http/calls/refused.ts'
import type { WithdrawalDeps } from '../withdrawal/ports.ts'
import type {} from '../events.ts'
import { type NewSecret, newSecret, stepOfCode } from '../../platform/oneTimeCode.ts'
import { newRecoveryCodes, recoveryHash } from './codes.ts'
import {
  authenticatorOf,
  confirmSecret,
  countTry,
  deleteAuthenticator,
  deleteIfOff,
  insertRecoveryCodes,
  isRecoveryCode,
  putSecret,
  spendRecoveryCode,
  spendStep,
  beginReset,
  stopReset,
} from './protectionStore.ts'

type CodeDeps = Pick<WithdrawalDeps, 'database' | 'protectionKey'>

const MOST_TRIES = 5
const TRIES_WINDOW_MS = 60_000

/** A valid code that is not used up yet. */
export type FittingCode = { step: number } | { recovery: Buffer }

async function isAuthenticatorOn(reader: Reader, userId: number, nowMs: number): Promise<boolean> {
  return (await authenticatorOf(reader, userId, nowMs))?.isConfirmed === true
}

/** Makes a new secret. It takes effect only after the owner has shown one of its codes. */
export async function startAuthenticator(
  { database, protectionKey }: CodeDeps,
  userId: number,
  label: string,
  nowMs: number,
): Promise<NewSecret> {
  const made = newSecret(String(userId), label, protectionKey)
  await transact(database.db, async (tx) => {
    await deleteIfOff(tx, userId, nowMs)
    if (!(await putSecret(tx, userId, made.sealed))) throw new Refused('authenticator_on')
  })
  return made
}

/** Puts the started secret in force and returns the recovery codes, which are shown only this once. */
export async function confirmAuthenticator(
  { database, protectionKey }: CodeDeps,
  userId: number,
  code: string,
  { nowMs, wallMs }: CallMoment,
): Promise<string[]> {
  await takeTry(database, userId, nowMs)
  const started = await authenticatorOf(database.db, userId, nowMs)
  if (!started) throw new Refused('authenticator_not_started')
  if (started.isConfirmed) throw new Refused('authenticator_on')
  const step = stepOfCode(code, started.secret, String(userId), protectionKey, wallMs)
  if (step === null) throw new Refused('code_wrong')
  const codes = newRecoveryCodes()
  await transact(database.db, async (tx) => {
    if (!(await confirmSecret(tx, userId, started.secret, step, nowMs))) throw new Refused('code_wrong')
    const hashes = codes.map((one) => recoveryHash(one, userId, protectionKey))
    await insertRecoveryCodes(tx, userId, hashes)
  })
  return codes
}

export async function endAuthenticator(
  deps: CodeDeps & Pick<WithdrawalDeps, 'events'>,
  userId: number,
  code: string,
  moment: CallMoment,
): Promise<void> {
  const { db } = deps.database
  const { nowMs } = moment
  if (!(await isAuthenticatorOn(db, userId, nowMs))) throw new Refused('authenticator_off')
  const fitting = await findCode(deps, userId, code, moment)
  await transact(db, async (tx) => {
    await spendCode(tx, userId, fitting, nowMs)
    await deleteAuthenticator(tx, userId)
    await deps.events.emit(tx, 'authenticator_off', { userId, atMs: nowMs })
  })
}

/** Returns the code when it is valid now, or a refusal; each call counts as an attempt. */
export async function findCode(
  { database, protectionKey }: CodeDeps,
  userId: number,
  code: string,
  { nowMs, wallMs }: CallMoment,
): Promise<FittingCode> {
  await takeTry(database, userId, nowMs)
  const known = await authenticatorOf(database.db, userId, nowMs)
  const step = known && stepOfCode(code, known.secret, String(userId), protectionKey, wallMs)
  if (known && step !== null && step > known.lastStep) return { step }
  const recovery = recoveryHash(code, userId, protectionKey)
  if (!(await isRecoveryCode(database.db, userId, recovery))) throw new Refused('code_wrong')
  return { recovery }
}

/** Uses up a code in the transaction that it authorises; refuses when another request used it in between. */
export async function spendCode(tx: Tx, userId: number, code: FittingCode, nowMs: number): Promise<void> {
  const isMine =
    'step' in code
      ? await spendStep(tx, userId, code.step)
      : await spendRecoveryCode(tx, userId, code.recovery, nowMs)
  if (!isMine) throw new Refused('code_wrong')
}

async function takeTry({ db }: CodeDeps['database'], userId: number, nowMs: number): Promise<void> {
  const { count, sinceMs } = await countTry(db, userId, nowMs, TRIES_WINDOW_MS)
  if (count <= MOST_TRIES) return
  const seconds = Math.max(1, Math.ceil((sinceMs + TRIES_WINDOW_MS - nowMs) / 1_000))
  throw new Refused('too_many_requests', { seconds: String(seconds) })
}

/** Long enough for an owner who still has the authenticator to notice the reset and cancel it. */
const RESET_MS = 72 * HOUR_MS

/** Schedules the authenticator's end, for an owner who lost it; a second call does not move the time. */
export async function resetAuthenticator(
  { database: { db }, events }: Pick<WithdrawalDeps, 'database' | 'events'>,
  userId: number,
  nowMs: number,
): Promise<number> {
  const untilMs = nowMs + RESET_MS
  await transact(db, async (tx) => {
    if (!(await beginReset(tx, userId, untilMs))) return
    await events.emit(tx, 'authenticator_reset', { userId, untilMs, atMs: nowMs })
  })
  const known = await authenticatorOf(db, userId, nowMs)
  // `offAtMs` is also null when the owner cancelled the reset in between; then none is running.
  if (!known?.isConfirmed || known.offAtMs === null) throw new Refused('authenticator_off')
  return known.offAtMs
}

/** Cancels a reset with a code or a recovery code. Without a running reset it checks and uses up no code. */
export async function keepAuthenticator(
  deps: CodeDeps,
  userId: number,
  code: string,
  moment: CallMoment,
): Promise<void> {
  const { db } = deps.database
  const { nowMs } = moment
  const known = await authenticatorOf(db, userId, nowMs)
  if (!known?.isConfirmed) throw new Refused('authenticator_off')
  if (known.offAtMs === null) return
  const fitting = await findCode(deps, userId, code, moment)
  await transact(db, async (tx) => {
    await spendCode(tx, userId, fitting, nowMs)
    await stopReset(tx, userId)
  })
}
