import { isFramed } from '../../../browser/isFramed.ts'
import { hrefTo } from '../../../navigation/hrefs.ts'
import { go } from '../../../navigation/navigate.ts'

/** Goes to a place of the chat: its list, or a conversation. In a frame nothing of it enters the history of the page around. */
export function goInChat(threadId: string | null, replace = isFramed()): void {
  go(hrefTo.chat(threadId), { replace })
}
