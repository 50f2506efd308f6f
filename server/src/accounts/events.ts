declare module '../module/events.ts' {
  interface EventMap {
    /** An address became a user, before his books are opened. */
    user_registered: { userId: number; address: string; invitedBy: number | null; atMs: number }
    /** A session is over. Its owner may have lost the device when he ends it: then what hangs on it ends, too. */
    session_ended: { sessionId: string; isByOwner: boolean }
    favourites_changed: { userId: number; pids: readonly number[] }
    /** A user did something: a call or a word of his page. Told at each, so that it must cost next to nothing. */
    user_active: { userId: number; nowMs: number }
  }
}

export {}
