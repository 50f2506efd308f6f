import type { LogStep } from '@tickmark/wire/schemas/market'
import type { Wanted } from './feeds.ts'
import { subscribe } from './socket.ts'

const WANTED: Wanted = { kind: 'log' }
const followers = new Set<(step: LogStep) => void>()

/** Subscribes to the heads of the public log; returns an unsubscribe function. */
export function followLog(run: (step: LogStep) => void): () => void {
  followers.add(run)
  if (followers.size === 1) subscribe(WANTED)
  return () => followers.delete(run)
}

/** The subscription for the socket to renew, while anyone follows the log. */
export function logSubscription(): Wanted[] {
  return followers.size > 0 ? [WANTED] : []
}

/** Passes a step of the log to its followers. */
export function takeLogStep(step: LogStep): void {
  for (const run of followers) run(step)
}
