import { onUserEvent } from '../../live/userEvents.ts'
import { isSignedIn } from '../../session/session.ts'

/** Shows the user's events while the page is open, each once; the code comes with the first. Returns a stop function. */
export function showEvents(): () => void {
  return onUserEvent((event) => {
    const wasSignedIn = isSignedIn()
    import('./showEvent.ts').then(
      ({ showEvent }) => showEvent(event, wasSignedIn),
      () => {},
    )
  })
}
