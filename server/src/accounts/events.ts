declare module '../module/events.ts' {
  interface EventMap {
    /** An address became a user. Runs before the user's accounts are opened. */
    user_registered: { userId: number; address: string; invitedBy: number | null; atMs: number }
    /**
     * A session ended. If its owner ended it, the device may be lost: delete what depends on the session, such as push
     * subscriptions.
     */
    session_ended: { sessionId: string; isByOwner: boolean }
    favourites_changed: { userId: number; pids: readonly number[] }
    /** A user made a call or sent a socket message. Announced every time, so a handler must cost next to nothing. */
    user_active: { userId: number; nowMs: number }
  }
}

export {}
