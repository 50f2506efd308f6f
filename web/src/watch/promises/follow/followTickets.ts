import { CallFailed } from '@tickmark/client/callFailed.ts'
import type { ReceiptState } from '@tickmark/core/evidence/judgeReceipt'
import { areKeysOf, type Receipt } from '@tickmark/core/receipts/receipts'
import { leafOfBatch } from '@tickmark/core/receipts/batches'
import { parseReceipt } from '@tickmark/core/receipts/receiptShape'
import { isSameAddress } from '@tickmark/core/wallet/sameAddress'
import { isSignedIn } from '../../../session/session.ts'
import { ownerNow } from '../../../session/signedInAs.ts'
import { askOrFailure } from '../../asking/askHouse.ts'
import { dueUntilMs } from '../../deviceTime.ts'
import { freshKeys, houseKeys, keyChangesSeen } from '../../houseKeys.ts'
import type { Look } from '../../asking/lookInTurn.ts'
import { answersAbout } from '../kept/askStore.ts'
import { falseTrouble } from '../kept/problem.ts'
import { judgeLogged, judgeUntimedLogged, missingTrouble, type LoggedState } from '../judged/judgeLogged.ts'
import { missingResult } from '../judged/missingResult.ts'
import { whyNotAsked } from '../judged/whyNotAsked.ts'
import { logGoesTo, lookInLog } from '../../lookInLog.ts'
import { keepPromise, promiseOf, type KeptPromise } from '../kept/promiseStore.ts'
import { accuse, setTrouble, silences } from '../troubles.ts'

/** Promises whose ticket this device has not yet seen in the log, and orders whose result it has not yet seen there. */
const unlogged = new Map<string, KeptPromise>()
const unsettled = new Map<string, KeptPromise>()

/**
 * Follows a promise from now on: reports a false answer; looks for any other in the log, and then for its receipt and the
 * result in the log.
 */
export function followTicket(promise: KeptPromise): void {
  const { order, problem, file } = promise
  const trouble = falseTrouble(problem)
  if (trouble) return void accuse({ order, trouble, evidence: file })
  if (!promise.isLogged) unlogged.set(order, promise)
  if (!promise.isSettled) unsettled.set(order, promise)
}

/** Asks again for an order's receipt: the house has made a new statement about the order. */
export async function askForReceipt(order: string): Promise<void> {
  const promise = await promiseOf(order)
  if (promise?.problem === null && promise.isSettled)
    followTicket(await keepPromise({ ...promise, isSettled: false }))
}

/** A look for every ticket that is missing. */
export function ticketLooks(): Map<string, Look> {
  return new Map(Array.from(unlogged, ([order, promise]) => [order, () => lookForTicket(promise)]))
}

/** A look for every receipt that is missing. */
export function receiptLooks(): Map<string, Look> {
  return new Map(Array.from(unsettled, ([order, promise]) => [order, () => lookForReceipt(promise)]))
}

async function lookForTicket(promise: KeptPromise): Promise<void> {
  const { order, file } = promise
  const name = `ticket ${order}`
  silences.of(name)
  const found = await lookInLog(leafOfBatch('tickets', file.proof))
  const state = judgeLogged(found, file.ticket.acceptedAt, silences.of(name))
  const trouble = missingTrouble(state)
  if (trouble) setTrouble(name, { order, trouble, evidence: file })
  if (state === 'late') await accuse({ order, trouble: 'unlogged', evidence: file })
  else if (state !== 'logged') return
  silences.end(name)
  setTrouble(name, null)
  unlogged.delete(order)
  await note({ ...promise, isLogged: true })
}

/** An order must have its receipt this long after its due second, in the log's own time. */
const RECEIPT_WITHIN_MS = 60_000

/** Asks for the receipt of an order that should be finished, once the log is past its time. */
async function lookForReceipt(promise: KeptPromise): Promise<void> {
  const { order, file } = promise
  const lateMs = file.ticket.dueAt + RECEIPT_WITHIN_MS
  const name = `receipt ${order}`
  const owner = ownerNow()
  if (owner === null || !isSameAddress(owner, promise.owner)) {
    // The owner has left, or another wallet of his is signed in here: nobody can ask for it.
    silences.end(name)
    return setTrouble(name, null)
  }
  if (dueUntilMs() <= lateMs) return
  silences.of(name)
  const found = await receiptState(promise, lateMs)
  if (found === 'waiting') return silences.end(name)
  if (typeof found === 'string') {
    const trouble = missingResult(found, silences.of(name))
    return trouble ? setTrouble(name, { order, trouble, evidence: file }) : undefined
  }
  if (found.is === 'settled') {
    const state = await resultInLog(found.receipt, silences.of(name))
    const trouble = missingTrouble(state)
    if (trouble) setTrouble(name, { order, trouble, evidence: found.receipt })
    if (state !== 'logged') return
  } else await accuse({ order, trouble: found.is, evidence: found.evidence })
  silences.end(name)
  setTrouble(name, null)
  unsettled.delete(order)
  await note({ ...promise, isSettled: true })
}

/** The state of an order's result; `waiting` while the checked log is not past the time for it. */
async function receiptState(
  promise: KeptPromise,
  lateMs: number,
): Promise<ReceiptState | 'waiting' | 'unanswered' | 'signedOut'> {
  const why = whyNotAsked(await logGoesTo(), lateMs, isSignedIn())
  if (why) return why
  const answer = await askOrFailure('getReceipt', { orderId: promise.order })
  if (answer instanceof CallFailed) return answer.status === 404 ? 'none' : 'unanswered'
  return answer ? judged(promise, answer.receipt) : 'unanswered'
}

async function judged(promise: KeptPromise, given: unknown): Promise<ReceiptState | 'unanswered'> {
  const named = parseReceipt(given)?.keys
  const known = await houseKeys(false)
  // A change of keys may explain other keys; the log then shows it.
  const keys = known && named && !areKeysOf(named, known) ? await freshKeys() : known
  if (!keys) return 'unanswered'
  const [{ judgeReceipt }, { nobleCrypto }] = await Promise.all([
    import('@tickmark/core/evidence/judgeReceipt'),
    import('../../signatures/nobleCrypto.ts'),
  ])
  const [answered, changes] = await Promise.all([answersAbout(promise.order), keyChangesSeen()])
  return judgeReceipt(given, { promise, answered, keys, changes }, nobleCrypto)
}

/** The house's record has a result by its place in the log; how late it is there does not matter, as a restart may delay it. */
async function resultInLog({ settlement, settlementProof }: Receipt, silentMs: number): Promise<LoggedState> {
  const found = await lookInLog(leafOfBatch('receipts', settlementProof))
  return judgeUntimedLogged(found, settlement.settledAt, silentMs)
}

async function note(promise: KeptPromise): Promise<void> {
  for (const map of [unlogged, unsettled]) if (map.has(promise.order)) map.set(promise.order, promise)
  await keepPromise(promise)
}
