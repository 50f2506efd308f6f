import type { ChatAbout } from '../../../session/openSheets.ts'

export interface ChatFrame {
  src: string
  /** Whether it is our own page; another system's page runs in a sandbox. */
  own: boolean
}

/**
 * The frame's content: our own page with the conversation's subject, or the one other system that the configuration
 * names. Null for any other address.
 */
export function chatFrame(
  link: string,
  about: ChatAbout | null,
  origins: { ours: string; chat: string | null },
): ChatFrame | null {
  if (!URL.canParse(link, origins.ours)) return null
  const url = new URL(link, origins.ours)
  if (url.origin === origins.ours) {
    if (about) {
      url.searchParams.set('subject', about.subject)
      url.searchParams.set('id', about.subjectId)
    }
    return { src: url.pathname + url.search, own: true }
  }
  const isNamed = origins.chat !== null && url.origin === origins.chat && /^https?:$/.test(url.protocol)
  return isNamed ? { src: url.href, own: false } : null
}
