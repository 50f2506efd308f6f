import type { Subject } from '@tickmark/wire/schemas/support'
import { createStore, useStore } from '../state/observable.ts'

export type Overlay = 'menu' | 'setup' | 'chat' | null

/** What a conversation with support is about. */
export interface ChatAbout {
  subject: Subject
  subjectId: string
}

const open = createStore<Overlay>(null)
const about = createStore<ChatAbout | null>(null)

/** Opens the side menu, or the setup sheet in its place; null closes whichever is open, the chat too. */
export function openOverlay(overlay: Exclude<Overlay, 'chat'>): void {
  open.set(overlay)
}

/** Opens the support chat over the page, about an own order or transfer when one is given. */
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

/** What the chat was opened about. */
export function useChatAbout(): ChatAbout | null {
  return useStore(about)
}
