import { onUserEvent } from '../../live/userEvents.ts'
import { isSignedIn } from '../../session/session.ts'

/**
 * Shows each of the user's events once while the page is open; the code loads with the first event. Returns a stop
 * function.
 */
export function showEvents(): () => void {
  return onUserEvent((event) => {
    const wasSignedIn = isSignedIn()
    import('./showEvent.ts').then(
      ({ showEvent }) => showEvent(event, wasSignedIn),
      () => {},
    )
  })
}
