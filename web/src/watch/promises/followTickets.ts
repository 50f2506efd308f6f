import { sha256 } from '@noble/hashes/sha2.js'
import { CallFailed, mayPass } from '@tickmark/client/callFailed.ts'
import { isSameAddress } from '@tickmark/core/wallet/sameAddress'
import { leafOfBatch } from '@tickmark/core/receipts/batches'
import { parseReceipt } from '@tickmark/core/receipts/receiptShape'
import { contradictsAnswer } from '@tickmark/core/receipts/answers'
import { ticketHash } from '@tickmark/core/receipts/receipts'
import { call } from '../../api/api.ts'
import { isSignedIn, sessionNow } from '../../session/session.ts'
import { answersAbout } from './kept/askStore.ts'
import { falseTrouble } from './kept/problem.ts'
import { judgeLogged } from './judged/judgeLogged.ts'
import { logGoesTo, lookInLog } from './lookInLog.ts'
import type { PromiseTrouble } from './promiseAlarm.ts'
import { patience } from '../patience.ts'
import { keepPromise, type KeptPromise } from './kept/promiseStore.ts'
import { setTrouble, silentFor } from './troubles.ts'

/** Promises whose ticket this device has yet to see in the log, and orders whose receipt it has yet to see. */
const unlogged = new Map<string, KeptPromise>()
const unsettled = new Map<string, KeptPromise>()

/** Follows a promise from now on: a false answer is shown, any other is looked for in the log, and its receipt after it. */
export function followTicket(promise: KeptPromise): void {
  const { order, problem, file } = promise
  const trouble = falseTrouble(problem)
  if (trouble) {
    setTrouble(`ticket ${order}`, { order, trouble, evidence: file })
    return
  }
  if (!promise.isLogged) unlogged.set(order, promise)
  if (!promise.isSettled) unsettled.set(order, promise)
}

/** Looks once for every ticket that is missing. */
export async function lookForTickets(): Promise<void> {
  await Promise.all([...unlogged.values()].map(lookForTicket))
}

/** Looks once for every receipt that is missing. */
export async function lookForReceipts(): Promise<void> {
  for (const promise of unsettled.values()) await lookForReceipt(promise)
}

async function lookForTicket(promise: KeptPromise): Promise<void> {
  const { order, file } = promise
  const found = await lookInLog(leafOfBatch('tickets', file.proof))
  const silentMs = silentFor(`ticket ${order}`, found?.is === 'logged')
  const state = judgeLogged(found, file.ticket.acceptedAt, silentMs)
  const trouble = state === 'unlogged' || state === 'unshown' ? state : null
  setTrouble(`ticket ${order}`, trouble && { order, trouble, evidence: file })
  if (state !== 'logged') return
  unlogged.delete(order)
  await note({ ...promise, isLogged: true })
}

/** This long after its due second, in the log's own time, an order has its receipt. */
const RECEIPT_WITHIN_MS = 60_000
const RECEIPT_PACE_MS = 10_000
/** So long without an answer to the question for it, the house does not show it; then it is as good as missing. */
const RECEIPT_UNSHOWN_MS = 60_000
const RECEIPT_OVERDUE_MS = 300_000
const askedMs = new Map<string, number>()

/** Asks for the receipt of an order that should be finished, when the log goes on without it. */
async function lookForReceipt(promise: KeptPromise): Promise<void> {
  const { order, file } = promise
  const lateMs = file.ticket.dueAt + RECEIPT_WITHIN_MS
  const nowMs = Date.now()
  if (nowMs <= lateMs || nowMs - (askedMs.get(order) ?? 0) < RECEIPT_PACE_MS || !isOwn(promise)) return
  askedMs.set(order, nowMs)
  const goesTo = await logGoesTo()
  if (goesTo === null || goesTo <= lateMs) return
  const { found, evidence } = await receiptTrouble(promise)
  const silentMs = silentFor(`receipt ${order}`, found !== 'unknown')
  if (found === 'unknown' && silentMs < RECEIPT_UNSHOWN_MS) return
  const trouble = found === 'unknown' ? (silentMs < RECEIPT_OVERDUE_MS ? 'unshown' : 'overdue') : found
  setTrouble(`receipt ${order}`, trouble && { order, trouble, evidence })
  if (trouble) return
  unsettled.delete(order)
  await note({ ...promise, isSettled: true })
}

/** What is wrong with the house's answer to the question for a receipt; `unknown` without one. */
async function receiptTrouble({
  order,
  ticket,
  file,
}: KeptPromise): Promise<{ found: PromiseTrouble | 'unknown' | null; evidence: object }> {
  try {
    const { receipt: given } = await call(
      'getReceipt',
      { orderId: order },
      { quiet: true, signal: patience() },
    )
    const receipt = parseReceipt(given)
    if (receipt?.ticket.order !== order) return { found: 'overdue', evidence: file }
    const answered = await answersAbout(order)
    const isOther = ticketHash(receipt.ticket, sha256) !== ticket
    const against = isOther ? file : answered.find((one) => contradictsAnswer(one, receipt))
    return against ? { found: 'contradicted', evidence: against } : { found: null, evidence: file }
  } catch (failure) {
    const isRefused = failure instanceof CallFailed && !mayPass(failure) && failure.status === 404
    return { found: isRefused ? 'overdue' : 'unknown', evidence: file }
  }
}

async function note(promise: KeptPromise): Promise<void> {
  for (const map of [unlogged, unsettled]) if (map.has(promise.order)) map.set(promise.order, promise)
  await keepPromise(promise)
}

function isOwn({ owner }: KeptPromise): boolean {
  const { address } = sessionNow()
  return isSignedIn() && owner !== '' && address !== null && isSameAddress(address, owner)
}
