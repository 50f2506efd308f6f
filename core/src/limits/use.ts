import { HOUR_MS } from '../days.ts'
import type { Amount } from '../money/money.ts'

/** The spans of limits in hours: the present hour and as many before it. The oldest one counts only against the user. */
export const DAY_HOURS = 24
export const WEEK_HOURS = 168

/** An hour's results and stakes in 1e-16 USDT, so that only an end result is rounded. */
export interface ValuedHour {
  /** Milliseconds since 1970 / 3,600,000. */
  hour: number
  won: Amount
  lost: Amount
  stake: Amount
}

/** Use of the money limits, in 1e-16 USDT; losses are below zero after net gains. */
export interface MoneyUse {
  lostDay: Amount
  lostWeek: Amount
  stakeDay: Amount
  stakeWeek: Amount
}

/** Adds up the hours up to `nowHour`: losses and stakes of the oldest hour count fully, its gains do not. */
export function moneyUse(hours: readonly ValuedHour[], nowHour: number): MoneyUse {
  const use = { lostDay: 0n, lostWeek: 0n, stakeDay: 0n, stakeWeek: 0n }
  for (const { hour, won, lost, stake } of hours) {
    const age = nowHour - hour
    if (age > WEEK_HOURS) continue
    use.lostWeek += age < WEEK_HOURS ? lost - won : lost
    use.stakeWeek += stake
    if (age > DAY_HOURS) continue
    use.lostDay += age < DAY_HOURS ? lost - won : lost
    use.stakeDay += stake
  }
  return use
}

/** The minutes of an hour in which a user used the product: bit m for minute m. */
export interface UsedHour {
  hour: number
  minutes: bigint
}

/** Minutes of use in both spans up to `nowHour`. */
export function minutesUsed(hours: readonly UsedHour[], nowHour: number): { day: number; week: number } {
  const since = (span: number) =>
    hours.reduce((sum, { hour, minutes }) => sum + (hour >= nowHour - span ? bitsOf(minutes) : 0), 0)
  return { day: since(DAY_HOURS), week: since(WEEK_HOURS) }
}

/** `minutesUsed`, always including the minute of `nowMs`, even if it is not stored yet. */
export function minutesUsedAt(hours: readonly UsedHour[], nowMs: number): { day: number; week: number } {
  const nowHour = Math.floor(nowMs / HOUR_MS)
  const now = 1n << BigInt(Math.floor(nowMs / 60_000) % 60)
  const stored = hours.some(({ hour, minutes }) => hour === nowHour && (minutes & now) !== 0n)
  return minutesUsed(stored ? hours : [...hours, { hour: nowHour, minutes: now }], nowHour)
}

function bitsOf(mask: bigint): number {
  let bits = 0
  for (let rest = mask; rest > 0n; rest &= rest - 1n) bits++
  return bits
}
