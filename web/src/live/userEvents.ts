import type { UserEvent } from '@tickmark/wire/live/socket'

const listeners = new Set<(event: UserEvent) => void>()

/** Hears the user's own events; gives the way to stop. */
export function onUserEvent(run: (event: UserEvent) => void): () => void {
  listeners.add(run)
  return () => listeners.delete(run)
}

/** Tells an event to all who hear. */
export function tellUserEvent(event: UserEvent): void {
  for (const run of listeners) run(event)
}
