import { bytesOfHex } from '@tickmark/core/bytes'
import { findTicketBatch } from '@tickmark/core/receipts/batches'
import { call } from '../api/api.ts'
import { createStore, useStore } from '../state/observable.ts'
import { judgeLogged, type LoggedState } from './judgeLogged.ts'
import { allPromises, keepPromise, type KeptPromise } from './promiseStore.ts'
import { withSignatures } from './signatures.ts'
import { startWatch } from './startWatch.ts'
import { watchState } from './watchState.ts'

/** A promise whose ticket this device has yet to see in the log, or whose answer is false. */
export interface FollowedPromise {
  promise: KeptPromise
  state: LoggedState
}

const followed = createStore<ReadonlyMap<string, FollowedPromise>>(new Map())

/** What there is to say about an order's promise; null when it was seen in the log, or none was kept. */
export function useFollowedPromise(order: string): FollowedPromise | null {
  return useStore(followed).get(order) ?? null
}

const PACE_MS = 1_000

let started: Promise<void> | null = null
/** Since when each order's ticket is looked for in vain, by this device's clock. */
const silentSinceMs = new Map<string, number>()

/** Watches the log, and follows the promises that earlier visits have kept, and those that come. Further calls change nothing. */
export function followPromises(): Promise<void> {
  // First of all: the browser's store may hang.
  startWatch()
  started ??= allPromises(Date.now()).then((kept) => {
    for (const promise of kept) if (isFalse(promise) || !promise.isLogged) show(promise, 'waiting')
    setInterval(() => void lookForAll(), PACE_MS)
  })
  return started
}

/** Follows a promise that has just been kept. */
export async function followPromise(promise: KeptPromise): Promise<void> {
  await followPromises()
  show(promise, 'waiting')
}

let isLooking = false

async function lookForAll(): Promise<void> {
  if (isLooking || document.visibilityState !== 'visible') return
  isLooking = true
  try {
    for (const { promise } of followed.get().values()) if (!isFalse(promise)) await lookFor(promise)
  } finally {
    isLooking = false
  }
}

/** Asks where the log that this device has checked has the ticket. */
async function lookFor(promise: KeptPromise): Promise<void> {
  const { size, root } = watchState.get()
  const { proof, ticket } = promise.file
  const bytes = bytesOfHex(root)
  const shown =
    size > 0 && bytes
      ? await call('getTicketBatch', { batch: proof.batch, size }, { quiet: true }).catch(() => null)
      : null
  const found =
    shown && bytes
      ? await withSignatures((crypto) => findTicketBatch(proof, shown, { size, root: bytes }, crypto))
      : null
  const nowMs = Date.now()
  if (found?.is === 'logged' || !navigator.onLine) silentSinceMs.delete(promise.order)
  else if (!silentSinceMs.has(promise.order)) silentSinceMs.set(promise.order, nowMs)
  const silentMs = nowMs - (silentSinceMs.get(promise.order) ?? nowMs)
  const state = judgeLogged(found, ticket.acceptedAt, silentMs)
  show(promise, state)
  if (state === 'logged') await keepPromise({ ...promise, isLogged: true })
}

/** Whether its check has failed. */
function isFalse({ problem }: KeptPromise): boolean {
  return problem !== null && problem !== 'unchecked'
}

function show(promise: KeptPromise, state: LoggedState): void {
  const next = new Map(followed.get())
  if (state === 'logged') next.delete(promise.order)
  else if (next.get(promise.order)?.state === state) return
  else next.set(promise.order, { promise, state })
  followed.set(next)
}
