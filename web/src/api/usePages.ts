import * as client from '@tickmark/client/usePages.ts'
import { isSignedIn, useSession } from '../session/session.ts'

/** A personal list, page after page, in the states of an `InfiniteList`. Waits for the session. */
export function usePages<Part, At>(pages: client.PagesOf<Part, At>) {
  return client.usePages(pages, isSignedIn(useSession()))
}
