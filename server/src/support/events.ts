declare module '../module/events.ts' {
  interface EventMap {
    /** Support replied. A repeat of `ref` is no other reply to tell. */
    support_replied: { userId: number; ref: string; atMs: number }
    /** A user read all that support said; what was written to him under refs that begin so is read, too. */
    support_thread_read: { userId: number; refPrefix: string; atMs: number }
    /** Something moved in a conversation of a user's. */
    chat_changed: { userId: number; threadId: string; what: 'message' | 'delivery' | 'typing' }
  }
}

export {}
