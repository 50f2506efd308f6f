declare module '../module/events.ts' {
  interface EventMap {
    /** Support replied. A repeat of `ref` is not announced to the user again. */
    support_replied: { userId: number; ref: string; atMs: number }
    /**
     * A user has read all that support wrote in a conversation. Messages about it, whose refs begin with the prefix,
     * become read too.
     */
    support_thread_read: { userId: number; refPrefix: string; atMs: number }
    /** A user's conversation changed. */
    chat_changed: { userId: number; threadId: string; what: 'message' | 'delivery' | 'typing' }
  }
}

export {}
