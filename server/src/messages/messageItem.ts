import type { Language } from '@tickmark/texts/languages'
import { linkOf } from '@tickmark/wire/messages/kinds'
import type { MessageItem } from '@tickmark/wire/routes/messages'
import { inboxText } from './inboxText.ts'
import type { Message } from './store.ts'

/** A message in a language. */
export function itemOf(
  { id, kind, category, facts, atMs, isRead }: Message,
  language: Language,
): MessageItem {
  const { title, html } = inboxText(kind, language, facts)
  return { id, category, title, html, date: atMs, isRead, link: linkOf(kind, facts) }
}
