import type { Typing } from './ports.ts'

/** How long a user counts as typing after the page reported it. */
const TYPING_MS = 6_000

/** Which users are typing. Kept in memory only: it is worthless after a restart. */
export function typingUsers(): Typing {
  /** By conversation, oldest entry first. */
  const since = new Map<string, number>()
  return {
    note(threadId, nowMs) {
      since.delete(threadId)
      since.set(threadId, nowMs)
      for (const [id, atMs] of since) {
        if (nowMs - atMs < TYPING_MS) break
        since.delete(id)
      }
    },
    stop: (threadId) => void since.delete(threadId),
    isTyping: (threadId, nowMs) => nowMs - (since.get(threadId) ?? -TYPING_MS) < TYPING_MS,
  }
}
