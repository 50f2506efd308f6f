import type { MessageCategory } from '@tickmark/wire/schemas/messages'

declare module '../module/events.ts' {
  interface EventMap {
    /** A message of a user with an open page; its title is in his language. */
    message_written: {
      userId: number
      id: string
      category: MessageCategory
      title: string
      link: string
      muted: boolean
    }
    /** Another number of a user's messages is unread. */
    messages_read: { userId: number; unread: number }
  }
}
