import { allAsks } from './askStore.ts'
import { followAsk, lookForAnswers } from './followAsks.ts'
import { followTicket, lookForTickets } from './followTickets.ts'
import { allPromises } from './promiseStore.ts'
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
  setInterval(() => void lookForAll(), PACE_MS)
}

let isLooking = false

async function lookForAll(): Promise<void> {
  if (isLooking || document.visibilityState !== 'visible') return
  isLooking = true
  try {
    await lookForTickets()
    await lookForAnswers()
  } finally {
    isLooking = false
  }
}
