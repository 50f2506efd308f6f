import { EVENT_REFRESHES, type UserEvent } from '@tickmark/wire/live/socket'
import { refreshNamed } from '../api/api.ts'
import { clearServerSession } from '../session/session.ts'

/** Refetches the answers that an event makes stale. */
export function refreshOnEvent(event: UserEvent): void {
  if (event.event === 'session_ended') return clearServerSession()
  // Typing signals are not part of any answer.
  if (event.event === 'chat_changed' && event.what === 'typing') return
  refreshNamed(EVENT_REFRESHES[event.event])
}

/** Refetches every answer that an event can make stale: some events may have been missed. */
export function refreshAfterGap(): void {
  refreshNamed([...new Set(Object.values(EVENT_REFRESHES).flat())])
}
