import { parseHostingFile } from '@tickmark/core/arbitrage/hostingPromise'
import { REFUSAL_FORMAT } from '@tickmark/core/receipts/answerShape'
import { parsePromise } from '@tickmark/core/receipts/promiseShape'
import { allAsks, type KeptAsk } from './kept/askStore.ts'
import { followAsk, lookForAnswers } from './followAsks.ts'
import { followHosting, lookAtExits, lookForLines, lookForStatements } from './followHostings.ts'
import { followTicket, lookForReceipts, lookForTickets } from './followTickets.ts'
import { keepAnswer } from './keepAnswer.ts'
import { keepClosing, keepRefusal } from './keepAsked.ts'
import { keepHostingAnswer } from './keepHostingAnswer.ts'
import { allHostings, type KeptHosting } from './kept/hostingStore.ts'
import { allPromises, type KeptPromise } from './kept/promiseStore.ts'
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
  const [promises, asks, hostings] = await Promise.all([
    allPromises(nowMs),
    allAsks(nowMs),
    allHostings(nowMs),
  ])
  for (const promise of promises) followTicket(promise)
  for (const ask of asks) followAsk(ask)
  // Tickets first: an exit ends what its ticket promised.
  for (const one of hostings.toSorted((a, b) => b.name.localeCompare(a.name))) followHosting(one)
  void judgeUnchecked(promises, asks)
  void judgeHostings(hostings)
  // Each at its own pace: a question that the house leaves open holds up none of the others.
  for (const look of [lookForTickets, lookForReceipts, lookForAnswers]) atPace(look)
  for (const look of [lookForStatements, lookForLines, lookAtExits]) atPace(look)
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

async function judgeHostings(hostings: readonly KeptHosting[]): Promise<void> {
  for (const { file, problem } of hostings) {
    if (problem !== 'unchecked' || !parseHostingFile(file)) continue
    const { statement, signature, head, consent } = file
    await keepHostingAnswer({ statement, signature, head }, consent, null)
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
