import { isFramed } from '../../../browser/isFramed.ts'
import { hrefTo } from '../../../navigation/hrefs.ts'
import { go } from '../../../navigation/navigate.ts'

/**
 * Navigates in the chat: to its list or a conversation. In a frame, replaces the entry, so that the outer page's
 * history stays as it is.
 */
export function goInChat(threadId: string | null, replace = isFramed()): void {
  go(hrefTo.chat(threadId), { replace })
}

/** Shows the conversation about a matter in place of the address that asked for it: Back does not ask again. */
export function showOpened(threadId: string): void {
  goInChat(threadId, true)
}
