import { DAY_MS, HOUR_MS } from '@tickmark/core/days'
import type { Db } from '../db/pool.ts'
import { IDLE_LIFE_MS, WHOLE_LIFE_MS } from './sessionLife.ts'
import { deleteEndedSessions } from './sessionStore.ts'

/** How long an ended session is kept when its wallet does not sign in again. */
const KEPT_MS = DAY_MS
const AT_ONCE = 1_000
/** The rest waits for the next hour. */
const MOST_TIMES = 100

/** Deletes the sessions that ended long ago, at the tick of a full hour; sign-ins delete those of their own wallet. */
export async function forgetSessionsHourly(db: Db, atMs: number): Promise<void> {
  if (atMs % HOUR_MS === 0) await forgetSessions(db, atMs)
}

/** Deletes them in statements of `atOnce` sessions; returns their number. */
export async function forgetSessions(db: Db, nowMs: number, atOnce = AT_ONCE): Promise<number> {
  const [createdMs, seenMs] = [nowMs - WHOLE_LIFE_MS - KEPT_MS, nowMs - IDLE_LIFE_MS - KEPT_MS]
  let all = 0
  for (let times = 0; times < MOST_TIMES; times++) {
    const count = await deleteEndedSessions(db, createdMs, seenMs, atOnce)
    all += count
    if (count < atOnce) break
  }
  return all
}
