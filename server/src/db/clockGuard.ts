import {
  type ClockStanding,
  CLOCKS_APART_MS,
  differ,
  isWithWriter,
  judgeClocks,
  type ToldTime,
} from '@tickmark/core/market/clocks'
import type { HouseClock } from '../platform/clock.ts'
import { type Log, messageOf } from '../platform/log.ts'
import type { ToldTimeStore } from './houseTimeStore.ts'
import { type Lead, leadBetween } from './leadBetween.ts'

/** Compares the clocks once a second, and keeps the house's time the same in all processes. */
export interface ClockGuard {
  /** Whether the clocks agree well enough to trade; true before the first comparison. */
  isAgreed(): boolean
  /** Why trading is paused; null while the clocks agree. */
  trouble(): string | null
  /** The machine's clock minus the house's time. */
  ownTimeMs(): number
  /** Settles after the first comparison. */
  start(house: House): Promise<void>
  /** Takes the time of the process that writes the log from its newest tick, when ours is behind. */
  follow(tickAtMs: number): void
  /** Settles when the comparison under way has ended. */
  idle(): Promise<void>
  stop(): Promise<void>
}

interface House {
  /** Whether the house's time may skip forward without moving a deadline. */
  isQuiet(): Promise<boolean>
  /** Whether this process writes the log: then the others follow its time. */
  isWriting(): boolean
}

export interface ClockGuardDeps {
  clock: HouseClock
  log: Log
  /** The database's clock in ms. */
  readDatabaseMs(): Promise<number>
  told: ToldTimeStore
}

const COMPARE_EVERY_MS = 1_000
/** Interval at which a house behind its machine's clock checks for a moment without open orders. */
const CATCH_UP_EVERY_MS = 60_000
/** Correction toward the machine's clock, in ms a second: the 500 ppm that NTP uses. */
const SLEW_MS = 0.5
/** A lead that has changed by less is not written again. */
const TOLD_WITHIN_MS = 100
/** After this long, every follower has read the written time. */
const HEARD_AFTER_MS = 2 * COMPARE_EVERY_MS

export function openClockGuard({ clock, log, readDatabaseMs, told }: ClockGuardDeps): ClockGuard {
  const time = correctedTime(clock)
  const others = agreementWithOthers(clock, told)
  const askDatabase = databaseClock(clock, readDatabaseMs)
  const beat = everySecond(clock, log, compare)
  let caughtUpMs = -Infinity
  let house: House = { isQuiet: () => Promise.resolve(false), isWriting: () => false }

  async function compare(): Promise<void> {
    const answer = await askDatabase()
    const before = time.standing
    const machineAheadMs = time.aheadMs()
    const database = leadOf(clock, answer)
    const next = judgeClocks(before, { monotonicMs: clock.monotonicMs(), machineAheadMs, database })
    const isAgreedAnew = before !== null && next.state === 'agree' && next.knownMs !== before.knownMs
    if (isAgreedAnew && house.isWriting()) await catchUp(before, next)
    else time.standing = next
    if (next.state !== (before?.state ?? 'agree')) tell(log, next, machineAheadMs, database)
    if (house.isWriting() && !isAgreedAnew) await lookForQuiet(next)
    if (next.state === 'agree' && database !== null) time.slew()
    const lead = leadOf(clock, answer)
    const isAgreed = time.standing?.state === 'agree'
    if (lead !== null) await others.agree(lead, house.isWriting() ? { isAgreed } : null)
  }

  /**
   * A house without open orders skips forward to its machine's time; one that is ahead never goes back. Trading stays paused
   * during the check, and the followers must have learned of the pause, so that they place nothing meanwhile.
   */
  async function catchUp(before: ClockStanding, agreed: ClockStanding): Promise<void> {
    caughtUpMs = clock.monotonicMs()
    time.standing = { ...agreed, knownMs: before.knownMs, state: 'set' }
    const isBehind = agreed.knownMs > 0 && others.haveHeardOfPause()
    const maySkip = isBehind && (await house.isQuiet()) && house.isWriting()
    time.standing = agreed
    if (!maySkip) return
    time.skip(agreed.knownMs)
    log.info("the house's time follows the machine's clock", { skippedMs: Math.round(agreed.knownMs) })
  }

  /** Pauses trading as after a step, so that no order is in progress when `catchUp` checks again. */
  async function lookForQuiet(agreed: ClockStanding): Promise<void> {
    const isBehind = agreed.state === 'agree' && differ(Math.max(0, agreed.knownMs), 0)
    if (!isBehind || clock.monotonicMs() - caughtUpMs < CATCH_UP_EVERY_MS) return
    caughtUpMs = clock.monotonicMs()
    if (!(await house.isQuiet())) return
    time.standing = { ...agreed, state: 'set', knownMs: 0, sinceMs: clock.monotonicMs() }
  }

  function trouble(): string | null {
    if (time.standing === null) return null
    return (
      time.trouble() ??
      (others.tellTheSame() || house.isWriting() ? null : 'waits for the server that keeps the log')
    )
  }

  return {
    isAgreed: () => trouble() === null,
    trouble,
    ownTimeMs: () => Math.round(time.aheadMs()),
    start(given) {
      house = given
      return beat.now()
    },
    follow(tickAtMs) {
      const behindMs = tickAtMs - clock.nowMs()
      if (behindMs <= CLOCKS_APART_MS) return
      time.skip(behindMs)
      log.info("the house's time follows the server that keeps the log", { skippedMs: behindMs })
    },
    idle: beat.idle,
    stop: beat.stop,
  }
}

/** Compares now and then once a second. A failed comparison is logged, and the next one follows. */
function everySecond(clock: HouseClock, log: Log, compare: () => Promise<void>) {
  let running: Promise<void> | null = null
  let cancel = () => {}
  let isStopped = false

  function now(): Promise<void> {
    running = compare()
      .catch((thrown: unknown) => log.error('the clocks were not compared', { reason: messageOf(thrown) }))
      .finally(() => {
        if (!isStopped) cancel = clock.after(COMPARE_EVERY_MS, () => void now())
      })
    return running
  }

  return {
    now,
    idle: async () => void (await running),
    async stop() {
      isStopped = true
      cancel()
      await running
    },
  }
}

/** The house's time and the results of comparing the clocks; a correction changes both. */
function correctedTime(clock: HouseClock) {
  let comparedMs = clock.monotonicMs()
  const time = {
    standing: null as ClockStanding | null,
    /** The machine's clock minus the house's time. */
    aheadMs: () => clock.wallMs() - clock.nowMs(),
    trouble(): string | null {
      if (time.standing === null) return null
      if (time.standing.state !== 'agree') return time.standing.state
      return differ(time.aheadMs(), time.standing.knownMs) ? 'set' : null
    },
    skip(ms: number): void {
      clock.skip(ms)
      if (time.standing === null) return
      const { knownMs, leadMs } = time.standing
      time.standing = { ...time.standing, knownMs: knownMs - ms, leadMs: leadMs - ms }
    },
    slew(): void {
      const nowMs = clock.monotonicMs()
      const most = (SLEW_MS * Math.min(nowMs - comparedMs, 2 * COMPARE_EVERY_MS)) / 1_000
      comparedMs = nowMs
      clock.slew(Math.max(-most, Math.min(most, time.aheadMs())))
      if (time.standing === null) return
      const { knownMs, leadMs } = time.standing
      const less = Math.sign(knownMs) * Math.min(Math.abs(knownMs), most)
      time.standing = { ...time.standing, knownMs: knownMs - less, leadMs: leadMs - less }
    },
  }
  return time
}

/** The log's writer stores its time, so that a restart finds it; the other processes trade while their time agrees. */
function agreementWithOthers(clock: HouseClock, store: ToldTimeStore) {
  let told: ToldTime | null = null
  let changedMs = -Infinity
  let isSame = false

  async function write({ aheadMs: leadMs, errorMs }: Lead, isAgreed: boolean): Promise<void> {
    const isNear = told !== null && Math.abs(told.leadMs - leadMs) <= TOLD_WITHIN_MS + errorMs
    if (isNear && told?.isAgreed === isAgreed) return
    const next = { leadMs: Math.round(leadMs), isAgreed }
    await store.write(next)
    if (told?.isAgreed !== isAgreed) changedMs = clock.monotonicMs()
    told = next
  }

  return {
    tellTheSame: () => isSame,
    haveHeardOfPause: () => told?.isAgreed === false && clock.monotonicMs() - changedMs >= HEARD_AFTER_MS,
    /** `writer` is null in a process that follows the log. */
    async agree(lead: Lead, writer: { isAgreed: boolean } | null): Promise<void> {
      if (writer) await write(lead, writer.isAgreed)
      else told = await store.read()
      isSame = told !== null && isWithWriter(told, { leadMs: lead.aheadMs, errorMs: lead.errorMs })
    },
  }
}

/** The database's lead over the house's time from its lead over monotonic time, which no skip changes. */
function leadOf(clock: HouseClock, answer: Lead | null): Lead | null {
  if (answer === null) return null
  const { aheadMs, errorMs } = answer
  return { aheadMs: aheadMs + clock.monotonicMs() - clock.nowMs(), errorMs }
}

/** Compares the database's clock with monotonic time. Without an immediate answer, asks again later. */
function databaseClock(clock: HouseClock, readDatabaseMs: () => Promise<number>): () => Promise<Lead | null> {
  let reading: Promise<Lead | null> | null = null

  async function read(): Promise<Lead | null> {
    const sinceMs = clock.monotonicMs()
    const databaseMs = await readDatabaseMs().catch(() => null)
    const untilMs = clock.monotonicMs()
    return databaseMs === null ? null : leadBetween(sinceMs, databaseMs, untilMs)
  }

  return async () => {
    const { promise: late, resolve } = Promise.withResolvers<null>()
    const cancelWait = clock.after(COMPARE_EVERY_MS, () => resolve(null))
    reading ??= read().finally(() => (reading = null))
    const answer = await Promise.race([reading, late])
    cancelWait()
    return answer
  }
}

function tell(
  log: Log,
  { state, knownMs }: ClockStanding,
  machineAheadMs: number,
  database: Lead | null,
): void {
  const facts = {
    machineAheadMs: Math.round(machineAheadMs),
    databaseAheadMs: database && Math.round(database.aheadMs),
  }
  if (state === 'apart') log.error('machine and database tell different times: trading is paused', facts)
  else if (state === 'set') log.error("the machine's clock was set: trading is paused", facts)
  else log.info('the clocks agree again: trading goes on', { ...facts, ownTimeMs: Math.round(knownMs) })
}
