import { HOUR_MS } from '@tickmark/core/days'
import type { Clock } from '../platform/clock.ts'
import { messageOf } from '../platform/log.ts'
import type { LimitsDeps } from './ports.ts'
import { addUse, dropOldHours, type UsedHour, claimRealityChecks } from './useStore.ts'
import { formatAmount } from '@tickmark/core/money/money'
import type {} from './events.ts'
import { resultsOf } from './figures.ts'

/** Counts the minutes in which users use the product. */
interface UsageCounter {
  /** The user was active in this minute. Costs one set lookup. */
  recordUse(userId: number, nowMs: number): void
  /** Writes the counted minutes; called at the turn of each minute. */
  write(): Promise<void>
  /** Writes the counted minutes for the last time. */
  stop(): Promise<void>
}

const MINUTE_MS = 60_000
/** Maximum number of minutes kept while the database is unavailable. */
const MOST_WAITING = 180

interface Minute {
  minute: number
  users: Set<number>
}

/**
 * Keeps the running minute in memory. Once it is over, writes it together with earlier minutes that could not be
 * written. A crash loses at most one minute. Then sends the reality check to counted users who reached a full hour.
 */
export function countUse(deps: LimitsDeps): UsageCounter {
  const { db, clock, log } = deps
  let running: Minute = { minute: 0, users: new Set() }
  let waiting: Minute[] = []
  let droppedHour = Math.floor(clock.nowMs() / HOUR_MS)

  function recordUse(userId: number, nowMs: number): void {
    const minute = Math.floor(nowMs / MINUTE_MS)
    if (minute !== running.minute) {
      if (running.users.size > 0) waiting.push(running)
      running = { minute, users: new Set() }
    }
    running.users.add(userId)
  }

  async function writeAll(): Promise<void> {
    const minutes = running.users.size > 0 ? [...waiting, running] : waiting
    running = { minute: running.minute, users: new Set() }
    waiting = []
    if (minutes.length === 0) return
    try {
      await addUse(db, hoursOf(minutes))
    } catch (thrown) {
      waiting = [...minutes, ...waiting].slice(-MOST_WAITING)
      log.warn('minutes of use were not written', { reason: messageOf(thrown) })
      return
    }
    const users = new Set(minutes.flatMap((one) => [...one.users]))
    await sendRealityChecks([...users], deps).catch((thrown: unknown) =>
      log.warn('reality checks were not sent', { reason: messageOf(thrown) }),
    )
  }

  async function dropHourly(): Promise<void> {
    const hour = Math.floor(clock.nowMs() / HOUR_MS)
    if (hour === droppedHour) return
    droppedHour = hour
    await dropOldHours(db, clock.nowMs()).catch((thrown: unknown) =>
      log.warn('old hours were not dropped', { reason: messageOf(thrown) }),
    )
  }

  let last: Promise<void> = Promise.resolve()
  const write = () => (last = last.then(writeAll))
  const stopTimer = everyMinute(clock, () => void (last = write().then(dropHourly)))
  return {
    recordUse,
    write,
    stop() {
      stopTimer()
      return write()
    },
  }
}

function everyMinute(clock: Clock, run: () => void): () => void {
  const turn = () => (Math.floor(clock.nowMs() / MINUTE_MS) + 1) * MINUTE_MS
  const next = () => {
    cancel = clock.at(turn(), next)
    run()
  }
  let cancel = clock.at(turn(), next)
  return () => cancel()
}

function hoursOf(minutes: readonly Minute[]): UsedHour[] {
  const hours = new Map<string, UsedHour>()
  for (const { minute, users } of minutes) {
    const hour = Math.floor(minute / 60)
    for (const userId of users) {
      const one = hours.get(`${userId} ${hour}`) ?? { userId, hour, minutes: 0n }
      one.minutes |= 1n << BigInt(minute % 60)
      hours.set(`${userId} ${hour}`, one)
    }
  }
  return [...hours.values()]
}

/**
 * The reality check: announces each full hour of use in the running UTC day once to users with an open page, whichever
 * server counted it. Users without an open page get it when they next have one.
 */
async function sendRealityChecks(users: readonly number[], deps: LimitsDeps): Promise<void> {
  const { db, clock, events, live } = deps
  const heard = users.filter((userId) => live.hasOpenPage(userId))
  if (heard.length === 0) return
  const nowMs = clock.nowMs()
  for (const { userId, minutes } of await claimRealityChecks(db, heard, nowMs)) {
    const { day } = await resultsOf(deps, userId, nowMs)
    const { net, orders } = day
    events.announce('reality_check', { userId, minutes, net: formatAmount(net), orders })
  }
}
