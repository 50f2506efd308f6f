import type { HouseClock } from '../../platform/clock.ts'
import { Refused } from './refused.ts'

/** Answers the calls of each user one after another, and those of several users at the same time. */
export interface Turns {
  /** Settles as `work`. Refuses when too many calls of the user wait already, or this one has waited too long. */
  take<T>(userId: number, work: () => Promise<T>): Promise<T>
}

/** The most calls of one user that run or wait: more than a screen makes at once. */
const MOST_CALLS = 16
/** After a call that took longer, the user's next one waits as long as it took, but at most `MOST_REST_MS`. */
const LONG_MS = 1_000
const MOST_REST_MS = 5_000
/** A call that waited longer is refused when its turn comes, as if it had waited for a connection to the database. */
const PATIENCE_MS = 10_000

/**
 * For calls that read more as their caller's history grows. A user who placed orders day and night, and calls as often as the
 * limits allow, keeps at most one connection to the database busy; where each call is long, only half of the time.
 */
export function turnsOf(clock: Pick<HouseClock, 'monotonicMs' | 'after'>): Turns {
  const users = new Map<number, { calls: number; turn: Promise<void> }>()
  return {
    async take(userId, work) {
      const user = users.get(userId) ?? { calls: 0, turn: Promise.resolve() }
      if (user.calls >= MOST_CALLS) throw new Refused('busy')
      user.calls++
      users.set(userId, user)
      const { turn } = user
      const askedAtMs = clock.monotonicMs()
      const next = Promise.withResolvers<void>()
      user.turn = next.promise
      await turn
      const startedAtMs = clock.monotonicMs()
      try {
        if (startedAtMs > askedAtMs + PATIENCE_MS) throw new Refused('busy')
        return await work()
      } finally {
        const end = () => {
          next.resolve()
          if (--user.calls === 0) users.delete(userId)
        }
        const tookMs = clock.monotonicMs() - startedAtMs
        if (tookMs > LONG_MS) clock.after(Math.min(tookMs, MOST_REST_MS), end)
        else end()
      }
    },
  }
}
