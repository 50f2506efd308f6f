import type { Rate } from '@tickmark/wire/call'

/** At most `most` calls in any span of `windowMs`. */
export interface Rule {
  most: number
  windowMs: number
}

export type RateRules = Readonly<Record<Rate, readonly Rule[]>>

export interface Limiter {
  /**
   * Counts a call against a class and a key (an address or a user). Returns 0 when it may proceed, else the ms until
   * the next one may. A refused call is not counted.
   */
  take(rate: Rate, key: string, nowMs: number): number
}

/** Maximum number of keys held; beyond it the least recently used are dropped first. */
const MOST_KEYS = 200_000

/** Sliding windows in memory: exact, for this process only. */
export function rateLimiter(rules: RateRules, mostKeys = MOST_KEYS): Limiter {
  const calls = new Map<string, number[]>()
  const take = (rate: Rate, key: string, nowMs: number) => {
    const name = `${rate} ${key}`
    const past = calls.get(name) ?? []
    const waitMs = waitFor(rules[rate], past, nowMs)
    if (waitMs > 0) return waitMs
    past.push(nowMs)
    dropOld(past, rules[rate], nowMs)
    calls.delete(name) // back at the end of the map, which is ordered by use
    calls.set(name, past)
    forget(calls, mostKeys)
    return 0
  }
  return { take }
}

/** Time in ms until every rule admits another call; `past` holds the times of earlier calls, oldest first. */
function waitFor(rules: readonly Rule[], past: readonly number[], nowMs: number): number {
  let waitMs = 0
  for (const { most, windowMs } of rules) {
    const blocking = past[past.length - most]
    if (blocking !== undefined) waitMs = Math.max(waitMs, blocking + windowMs - nowMs)
    if (most === 0) waitMs = Math.max(waitMs, windowMs)
  }
  return waitMs
}

/** Drops times that no rule needs any more; cleans up now and then, not on every call. */
function dropOld(past: number[], rules: readonly Rule[], nowMs: number): void {
  const most = Math.max(...rules.map((rule) => rule.most))
  const oldestMs = nowMs - Math.max(...rules.map((rule) => rule.windowMs))
  if (past.length <= most && ((past[0] ?? 0) > oldestMs || past.length % 64 !== 0)) return
  const firstKept = past.findIndex((at) => at > oldestMs)
  past.splice(0, Math.max(firstKept, past.length - most))
}

function forget(calls: Map<string, number[]>, mostKeys: number): void {
  if (calls.size <= mostKeys) return
  const oldest = calls.keys().next()
  if (!oldest.done) calls.delete(oldest.value)
}
