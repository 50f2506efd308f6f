import { EVENT_REFRESHES, type UserEvent } from '@tickmark/wire/live/socket'
import { refreshNamed } from '../api/api.ts'
import { clearServerSession } from '../session/session.ts'

/** Asks again what an event makes out of date. */
export function refreshOnEvent(event: UserEvent): void {
  if (event.event === 'session_ended') return clearServerSession()
  // That somebody types is told, and kept nowhere.
  if (event.event === 'chat_changed' && event.what === 'typing') return
  refreshNamed(EVENT_REFRESHES[event.event])
}

/** Asks again what any event makes out of date: some may have been missed. */
export function refreshAfterGap(): void {
  refreshNamed([...new Set(Object.values(EVENT_REFRESHES).flat())])
}
