import type { UserEvent } from '@tickmark/wire/live/socket'

const listeners = new Set<(event: UserEvent) => void>()

/** Subscribes to the user's own events; returns an unsubscribe function. */
export function onUserEvent(run: (event: UserEvent) => void): () => void {
  listeners.add(run)
  return () => listeners.delete(run)
}

/** Sends an event to all subscribers. */
export function tellUserEvent(event: UserEvent): void {
  for (const run of listeners) run(event)
}
