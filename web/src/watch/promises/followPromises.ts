import { REFUSAL_FORMAT } from '@tickmark/core/receipts/answerShape'
import { parsePromise } from '@tickmark/core/receipts/promiseShape'
import { allAsks, type KeptAsk } from './askStore.ts'
import { followAsk, lookForAnswers } from './followAsks.ts'
import { followTicket, lookForReceipts, lookForTickets } from './followTickets.ts'
import { keepAnswer } from './keepAnswer.ts'
import { keepClosing, keepRefusal } from './keepAsked.ts'
import { allPromises, type KeptPromise } from './promiseStore.ts'
import { startWatch } from '../startWatch.ts'

const PACE_MS = 1_000

let started: Promise<void> | null = null

/**
 * Watches the log, and follows what earlier visits have signed and been promised, and what comes. Further calls change
 * nothing.
 */
export function followPromises(): Promise<void> {
  // First of all: the browser's store may hang.
  startWatch()
  started ??= begin()
  return started
}

async function begin(): Promise<void> {
  const nowMs = Date.now()
  const [promises, asks] = await Promise.all([allPromises(nowMs), allAsks(nowMs)])
  for (const promise of promises) followTicket(promise)
  for (const ask of asks) followAsk(ask)
  void judgeUnchecked(promises, asks)
  // Each at its own pace: a question that the house leaves open holds up none of the others.
  for (const look of [lookForTickets, lookForReceipts, lookForAnswers]) atPace(look)
}

/** What an earlier visit had kept before the house's keys were there is judged now. */
async function judgeUnchecked(promises: readonly KeptPromise[], asks: readonly KeptAsk[]): Promise<void> {
  for (const { order, file, problem } of promises) {
    if (problem !== 'unchecked' || !parsePromise(file)) continue
    const { ticket, proof, head, consent } = file
    await keepAnswer(
      { orderId: order, ticket, proof: { ...proof, path: [...proof.path] }, head },
      consent,
      null,
    )
  }
  for (const ask of asks) {
    if (ask.problem !== 'unchecked' || !ask.answer) continue
    const judged =
      ask.answer.format === REFUSAL_FORMAT
        ? await keepRefusal(ask, ask.answer)
        : await keepClosing(ask, ask.answer, null)
    followAsk(judged)
  }
}

function atPace(look: () => Promise<void>): void {
  let isLooking = false
  setInterval(() => {
    if (isLooking || document.visibilityState !== 'visible') return
    isLooking = true
    void look().finally(() => (isLooking = false))
  }, PACE_MS)
}
