import { go } from '../../navigate.ts'

/** Whether the chat stands in a frame over another page of ours, which has its own title, warning and way out. */
export function isFramed(): boolean {
  return window.parent !== window
}

/** Goes to a place of the chat: its list, or a conversation. In a frame nothing of it enters the history of the page around. */
export function goInChat(threadId: string | null, replace = isFramed()): void {
  go(threadId === null ? '/chat' : `/chat?thread=${threadId}`, { replace })
}
