import type { MessageCategory } from '@tickmark/wire/schemas/messages'

declare module '../module/events.ts' {
  interface EventMap {
    /** A message for a user with an open page; its title is in the user's language. */
    message_written: {
      userId: number
      id: string
      category: MessageCategory
      title: string
      link: string
      muted: boolean
    }
    /** A user's number of unread messages changed. */
    messages_read: { userId: number; unread: number }
  }
}
