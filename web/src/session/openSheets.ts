import type { Subject } from '@tickmark/wire/schemas/support'
import { createStore, useStore } from '@tickmark/client/observable.ts'

export type Overlay = 'menu' | 'setup' | 'chat' | null

/** The subject of a support conversation. */
export interface ChatAbout {
  subject: Subject
  subjectId: string
}

const open = createStore<Overlay>(null)
const about = createStore<ChatAbout | null>(null)

/** Opens the side menu or the setup sheet; null closes whatever is open, including the chat. */
export function openOverlay(overlay: Exclude<Overlay, 'chat'>): void {
  open.set(overlay)
}

/** Opens the support chat over the page, optionally about one of the user's orders or transfers. */
export function openChat(given: ChatAbout | null = null): void {
  about.set(given)
  open.set('chat')
}

export function useOverlay(): Overlay {
  return useStore(open)
}

/** Whether the support chat is open over the page. */
export function isChatOpen(): boolean {
  return open.get() === 'chat'
}

/** The subject that the chat was opened with. */
export function useChatAbout(): ChatAbout | null {
  return useStore(about)
}
