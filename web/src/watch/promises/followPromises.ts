import { parseHostingFile } from '@tickmark/core/arbitrage/hostingPromise'
import { REFUSAL_FORMAT } from '@tickmark/core/receipts/answerShape'
import { parsePromise } from '@tickmark/core/receipts/promiseShape'
import { allAsks, type KeptAsk } from './kept/askStore.ts'
import { lookInTurn, type Look } from '../asking/lookInTurn.ts'
import { accountLooks } from '../compareAccount.ts'
import { answerLooks, followAsk, noticeRefused } from './followAsks.ts'
import { followHosting, lineLooks, lookAtExits, statementLooks } from './follow/followHostings.ts'
import { followTicket, receiptLooks, ticketLooks } from './follow/followTickets.ts'
import { judgingLooks } from './judgeLater.ts'
import { keepAnswer } from './answers/keepAnswer.ts'
import { keepClosing, keepRefusal } from './answers/keepAsked.ts'
import { endLooks, followKeptWithdrawals, withdrawalLooks } from './follow/followWithdrawals.ts'
import { keepHostingAnswer } from './answers/keepHostingAnswer.ts'
import { judgeWithdrawalAgain } from './answers/keepWithdrawalAnswer.ts'
import { allHostings, type KeptHosting } from './kept/hostingStore.ts'
import { unchecked } from './kept/problem.ts'
import { allPromises, type KeptPromise } from './kept/promiseStore.ts'
import { allWithdrawals, type KeptWithdrawal } from './kept/withdrawalStore.ts'
import { startWatch } from '../startWatch.ts'
import { showEvidence, silences } from './troubles.ts'

/**
 * Interval of the looks, and their maximum number at once; each task has its own pace, so that none blocks another.
 */
const TICK_MS = 1_000
const EACH_SECOND = { most: 8, paceMs: 1_000 }
const EACH_TEN = { most: 4, paceMs: 10_000 }
const EACH_FIVE = { most: 4, paceMs: 5_000 }

let started: Promise<void> | null = null

/**
 * Watches the log, and follows signed texts and promises of earlier visits and of this one. Further calls have no
 * effect.
 */
export function followPromises(): Promise<void> {
  // Before all else: the browser's store may hang.
  startWatch()
  started ??= begin()
  return started
}

async function begin(): Promise<void> {
  const nowMs = Date.now()
  const [promises, asks, hostings, withdrawals] = await Promise.all([
    allPromises(nowMs),
    allAsks(nowMs),
    allHostings(nowMs),
    allWithdrawals(nowMs),
  ])
  for (const promise of promises) followTicket(promise)
  for (const ask of asks) followAsk(ask)
  // Tickets first: an exit ends its ticket's promise.
  for (const one of hostings.toSorted((a, b) => b.name.localeCompare(a.name))) followHosting(one)
  followKeptWithdrawals(withdrawals)
  void judgeUnchecked(promises, asks)
  void judgeHostings(hostings)
  void judgeWithdrawals(withdrawals)
  void showEvidence()
  const looks = [
    { things: ticketLooks, look: lookInTurn(EACH_SECOND) },
    { things: answerLooks, look: lookInTurn(EACH_SECOND) },
    { things: statementLooks, look: lookInTurn(EACH_SECOND) },
    { things: withdrawalLooks, look: lookInTurn(EACH_SECOND) },
    { things: receiptLooks, look: lookInTurn(EACH_FIVE) },
    { things: endLooks, look: lookInTurn(EACH_FIVE) },
    { things: lineLooks, look: lookInTurn(EACH_FIVE) },
    { things: judgingLooks, look: lookInTurn(EACH_TEN) },
    { things: accountLooks, look: lookInTurn(EACH_FIVE) },
    { things: evidenceLooks, look: lookInTurn(EACH_FIVE) },
  ]
  setInterval(() => {
    const isShown = document.visibilityState === 'visible'
    silences.tick({ nowMs: performance.now(), isShown, isOnline: navigator.onLine })
    if (!isShown) return
    for (const { things, look } of looks) look(things())
    noticeRefused()
    lookAtExits()
  }, TICK_MS)
}

/** A look at evidence that other tabs have found or dismissed. */
function evidenceLooks(): Map<string, Look> {
  return new Map([['evidence', showEvidence]])
}

/** Judges answers that an earlier visit kept before it knew the house's keys. */
async function judgeUnchecked(promises: readonly KeptPromise[], asks: readonly KeptAsk[]): Promise<void> {
  for (const { order, file } of unchecked(promises).filter((one) => parsePromise(one.file))) {
    const { ticket, proof, head, consent } = file
    await keepAnswer(
      { orderId: order, ticket, proof: { ...proof, path: [...proof.path] }, head },
      consent,
      null,
    )
  }
  for (const ask of unchecked(asks)) {
    const { answer } = ask
    if (answer?.format === REFUSAL_FORMAT) followAsk(await keepRefusal(ask, answer))
    else if (answer) followAsk(await keepClosing(ask, answer, null))
  }
}

async function judgeHostings(hostings: readonly KeptHosting[]): Promise<void> {
  for (const { file } of unchecked(hostings).filter((one) => parseHostingFile(one.file))) {
    const { statement, signature, head, consent } = file
    await keepHostingAnswer({ statement, signature, head }, consent, null)
  }
}

async function judgeWithdrawals(withdrawals: readonly KeptWithdrawal[]): Promise<void> {
  for (const one of unchecked(withdrawals)) await judgeWithdrawalAgain(one)
}
