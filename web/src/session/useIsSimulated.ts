import { isSignedIn, useSession } from './session.ts'

/**
 * Whether the user's simulated account is shown. A visitor has no account yet; until the server has answered, somebody whom
 * this device knows counts as signed in.
 */
export function useIsSimulated(): boolean {
  const session = useSession()
  const { address, book, server } = session
  return book === 1 && (isSignedIn(session) || (server === undefined && address !== null))
}
