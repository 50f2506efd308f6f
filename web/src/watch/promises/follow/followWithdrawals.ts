import { createStore } from '@tickmark/client/observable.ts'
import { leafOfWithdrawal, parseWithdrawalFile } from '@tickmark/core/evidence/withdrawalPromise'
import type { Look } from '../../asking/lookInTurn.ts'
import { lookInLog } from '../../lookInLog.ts'
import { endInLog } from './endInLog.ts'
import { judgePromiseLogged, missingTrouble } from '../judged/judgeLogged.ts'
import { falseTrouble } from '../kept/problem.ts'
import { keepWithdrawal, type KeptWithdrawal } from '../kept/withdrawalStore.ts'
import { accuse, setTrouble, silences } from '../troubles.ts'

/** The withdrawals with a promise that this device keeps; null until it has read them. */
export const promisedWithdrawals = createStore<readonly KeptWithdrawal[] | null>(null)

/** Promises not yet seen in the log, and those whose end is not, by the wallet's signature. */
const unlogged = new Map<string, KeptWithdrawal>()
const unended = new Map<string, KeptWithdrawal>()

/** Follows the withdrawals of earlier visits. */
export function followKeptWithdrawals(kept: readonly KeptWithdrawal[]): void {
  promisedWithdrawals.set(promisedWithdrawals.get() ?? [])
  for (const one of kept) if (one.file) followWithdrawal(one)
}

/** Follows a promise from now on: reports a false one; looks for any other in the log, and then for its end. */
export function followWithdrawal(withdrawal: KeptWithdrawal): void {
  const { consent, id, problem, file, isLogged, end } = withdrawal
  const others = (promisedWithdrawals.get() ?? []).filter((one) => one.consent !== consent)
  promisedWithdrawals.set([...others, withdrawal])
  const trouble = falseTrouble(problem)
  if (trouble && file) return void accuse({ order: id, trouble, evidence: file })
  unlogged.delete(consent)
  unended.delete(consent)
  if (!isLogged) unlogged.set(consent, withdrawal)
  else if (end === null) unended.set(consent, withdrawal)
}

/** A look for every promise that is missing in the log. */
export function withdrawalLooks(): Map<string, Look> {
  return new Map(Array.from(unlogged, ([consent, withdrawal]) => [consent, () => lookForPromise(withdrawal)]))
}

async function lookForPromise(withdrawal: KeptWithdrawal): Promise<void> {
  const { consent, id: order } = withdrawal
  const file = parseWithdrawalFile(withdrawal.file)
  if (!file) return void unlogged.delete(consent)
  const name = `withdrawal ${order}`
  silences.of(name)
  const found = await lookInLog(leafOfWithdrawal(file.statement))
  const state = judgePromiseLogged(found, file.statement.at, silences.of(name))
  const trouble = missingTrouble(state)
  if (trouble) setTrouble(name, { order, trouble, evidence: file })
  if (state === 'early') await accuse({ order, trouble: 'terms', evidence: file })
  else if (state !== 'logged') return
  silences.end(name)
  setTrouble(name, null)
  followWithdrawal(await keepWithdrawal({ ...withdrawal, isLogged: true }))
}

/** A look for the end of every promised withdrawal that the log has. */
export function endLooks(): Map<string, Look> {
  return new Map(Array.from(unended, ([consent, withdrawal]) => [consent, () => lookForEnd(withdrawal)]))
}

async function lookForEnd(withdrawal: KeptWithdrawal): Promise<void> {
  const file = parseWithdrawalFile(withdrawal.file)
  if (!file) return void unended.delete(withdrawal.consent)
  const end = await endInLog(file.statement)
  if (end) followWithdrawal(await keepWithdrawal({ ...withdrawal, end }))
}
