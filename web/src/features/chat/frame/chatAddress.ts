import { SUBJECTS, type Subject } from '@tickmark/wire/schemas/support'

/** The current place in the chat. */
export type ChatAddress =
  | { kind: 'list' }
  | { kind: 'thread'; threadId: string }
  | { kind: 'about'; subject: Subject; subjectId: string }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Parses the address: ?thread= names a conversation; ?subject= and ?id= name a new one's subject; anything else is the
 * list.
 */
export function chatAddress(search: string): ChatAddress {
  const query = new URLSearchParams(search)
  const threadId = query.get('thread') ?? ''
  if (UUID.test(threadId)) return { kind: 'thread', threadId: threadId.toLowerCase() }
  const subject = SUBJECTS.find((one) => one !== 'general' && one === query.get('subject'))
  const subjectId = query.get('id') ?? ''
  if (subject && UUID.test(subjectId)) return { kind: 'about', subject, subjectId: subjectId.toLowerCase() }
  return { kind: 'list' }
}
