import { type ClockStanding, differ, judgeClocks } from '@tickmark/core/market/clocks'
import type { HouseClock } from '../platform/clock.ts'
import { type Log, messageOf } from '../platform/log.ts'

/** Compares the clocks once a second. */
export interface ClockGuard {
  /** Whether the clocks agree well enough to trade; true before the first comparison. */
  isAgreed(): boolean
  standing(): ClockStanding | null
  /**
   * Settles after the first comparison. `isQuiet` says whether the house's time may skip forward without moving a deadline.
   */
  start(isQuiet: () => Promise<boolean>): Promise<void>
  /** Settles when the comparison under way has ended. */
  idle(): Promise<void>
  stop(): Promise<void>
}

export interface ClockGuardDeps {
  clock: HouseClock
  log: Log
  /** The database's clock in ms. */
  readDatabaseMs(): Promise<number>
}

const COMPARE_EVERY_MS = 1_000
/** How often a house that is behind its machine's clock looks for a moment without open orders. */
const CATCH_UP_EVERY_MS = 60_000
/** Correction toward the machine's clock, in ms a second: the 500 ppm that NTP uses. */
const SLEW_MS = 0.5

export function openClockGuard({ clock, log, readDatabaseMs }: ClockGuardDeps): ClockGuard {
  let standing: ClockStanding | null = null
  let caughtUpMs = -Infinity
  let comparedMs = clock.monotonicMs()
  let running: Promise<void> | null = null
  let cancel = () => {}
  let isStopped = false
  let isQuiet = () => Promise.resolve(false)

  const askDatabase = databaseClock(clock, readDatabaseMs)
  const aheadMs = () => clock.wallMs() - clock.nowMs()

  async function compare(): Promise<void> {
    const before = standing
    const database = await askDatabase()
    const machineAheadMs = aheadMs()
    const next = judgeClocks(before, { monotonicMs: clock.monotonicMs(), machineAheadMs, database })
    standing = next
    if (next.state !== (before?.state ?? 'agree')) tell(log, next, machineAheadMs, database)
    if (next.state !== 'agree') return
    if (next.knownMs !== before?.knownMs) await catchUp(next)
    else if (differ(Math.max(0, next.knownMs), 0)) await lookForQuiet(next)
    if (database !== null) slewToward(machineAheadMs)
  }

  /** A house without open orders skips to its machine's time; one that is ahead never goes back. */
  async function catchUp(agreed: ClockStanding): Promise<void> {
    caughtUpMs = clock.monotonicMs()
    if (agreed.knownMs <= 0 || !(await isQuiet())) return
    clock.skip(agreed.knownMs)
    log.info("the house's time follows the machine's clock", { skippedMs: Math.round(agreed.knownMs) })
    standing = { ...agreed, knownMs: 0, leadMs: 0 }
  }

  /** Pauses trading as after a step, so that no order is on its way when `catchUp` looks again. */
  async function lookForQuiet(agreed: ClockStanding): Promise<void> {
    if (clock.monotonicMs() - caughtUpMs < CATCH_UP_EVERY_MS) return
    caughtUpMs = clock.monotonicMs()
    if (await isQuiet()) standing = { ...agreed, state: 'set', knownMs: 0, sinceMs: clock.monotonicMs() }
  }

  function slewToward(machineAheadMs: number): void {
    const nowMs = clock.monotonicMs()
    const most = (SLEW_MS * Math.min(nowMs - comparedMs, 2 * COMPARE_EVERY_MS)) / 1_000
    comparedMs = nowMs
    const by = Math.max(-most, Math.min(most, machineAheadMs))
    clock.slew(by)
    if (standing === null) return
    const { knownMs, leadMs } = standing
    const less = Math.sign(knownMs) * Math.min(Math.abs(knownMs), most)
    standing = { ...standing, knownMs: knownMs - less, leadMs: leadMs - less }
  }

  function wake(): Promise<void> {
    running = compare()
      .catch((thrown: unknown) => log.error('the clocks were not compared', { reason: messageOf(thrown) }))
      .finally(() => {
        if (!isStopped) cancel = clock.at(clock.nowMs() + COMPARE_EVERY_MS, () => void wake())
      })
    return running
  }

  return {
    isAgreed: () => standing === null || (standing.state === 'agree' && !differ(aheadMs(), standing.knownMs)),
    standing: () => standing,
    start(given) {
      isQuiet = given
      return wake()
    },
    async idle() {
      await running
    },
    async stop() {
      isStopped = true
      cancel()
      await running
    },
  }
}

type Database = { aheadMs: number; errorMs: number } | null

/** Compares the database's clock with the house's time. One that does not answer at once is asked again later. */
function databaseClock(clock: HouseClock, readDatabaseMs: () => Promise<number>): () => Promise<Database> {
  let reading: Promise<Database> | null = null

  async function read(): Promise<Database> {
    const sinceMs = clock.nowMs()
    const databaseMs = await readDatabaseMs().catch(() => null)
    const untilMs = clock.nowMs()
    if (databaseMs === null) return null
    return { aheadMs: databaseMs - (sinceMs + untilMs) / 2, errorMs: (untilMs - sinceMs) / 2 }
  }

  return async () => {
    const { promise: late, resolve } = Promise.withResolvers<Database>()
    const cancelWait = clock.at(clock.nowMs() + COMPARE_EVERY_MS, () => resolve(null))
    reading ??= read().finally(() => (reading = null))
    const answer = await Promise.race([reading, late])
    cancelWait()
    return answer
  }
}

function tell(log: Log, { state, knownMs }: ClockStanding, machineAheadMs: number, database: Database): void {
  const facts = {
    machineAheadMs: Math.round(machineAheadMs),
    databaseAheadMs: database && Math.round(database.aheadMs),
  }
  if (state === 'apart') log.error('machine and database tell different times: trading is paused', facts)
  else if (state === 'set') log.error("the machine's clock was set: trading is paused", facts)
  else log.info('the clocks agree again: trading goes on', { ...facts, ownTimeMs: Math.round(knownMs) })
}
