/** The house's time; tests pass in one that they can move. */
export interface Clock {
  /** Milliseconds since the Unix epoch; never goes back. */
  nowMs(): number
  /** Runs `run` once `nowMs()` has reached `ms` (at once for a past time); the returned function cancels it. */
  at(ms: number, run: () => void): () => void
}

/** The clocks of a machine. */
export interface MachineTime {
  /** Milliseconds since the Unix epoch; NTP or a person may set it at any moment, forward or back. */
  wallMs(): number
  /** Milliseconds since an unknown moment; nobody can set it. */
  monotonicMs(): number
  /** Runs `run` after that much monotonic time; the returned function cancels it. */
  after(ms: number, run: () => void): () => void
}

/**
 * The house's time: the machine's clock at the start, and monotonic time from then on. A machine whose clock is set
 * moves no deadline of the house.
 */
export interface HouseClock extends Clock {
  wallMs(): number
  monotonicMs(): number
  /** Runs `run` after that much monotonic time; no correction of the house's time moves it. */
  after(ms: number, run: () => void): () => void
  /** Sets the house's time in either direction: for the start alone, before anything has a deadline. */
  begin(ms: number): void
  /** Moves the house's time forward and runs what becomes due. */
  skip(ms: number): void
  /** Corrects the house's time by less than a millisecond, in either direction. */
  slew(ms: number): void
}

/** Longer delays overflow the 32 bits of setTimeout and fire at once, so far times are reached in steps. */
const LONGEST_WAIT_MS = 86_400_000

/** The house's time on this machine. Its timers do not keep the process alive. */
export function systemClock(): HouseClock {
  return houseClock({
    wallMs: () => Date.now(),
    monotonicMs: () => performance.now(),
    after(ms, run) {
      const timer = setTimeout(run, ms).unref()
      return () => clearTimeout(timer)
    },
  })
}

interface Timer {
  atMs: number
  run(): void
  cancel(): void
}

/** The house's time on a machine's clocks. */
export function houseClock(machine: MachineTime): HouseClock {
  const timers = new Set<Timer>()
  let offsetMs = machine.wallMs() - machine.monotonicMs()
  let lastMs = 0
  const nowMs = () => (lastMs = Math.max(lastMs, Math.floor(machine.monotonicMs() + offsetMs)))
  const arm = (timer: Timer) => {
    const left = Math.min(Math.max(timer.atMs - nowMs(), 0), LONGEST_WAIT_MS)
    timer.cancel = machine.after(left, () => {
      if (nowMs() < timer.atMs) return arm(timer)
      timers.delete(timer)
      timer.run()
    })
  }
  const armAll = () => {
    for (const timer of timers) {
      timer.cancel()
      arm(timer)
    }
  }
  return {
    nowMs,
    wallMs: () => machine.wallMs(),
    monotonicMs: () => machine.monotonicMs(),
    after: (ms, run) => machine.after(ms, run),
    begin(ms) {
      offsetMs = ms - machine.monotonicMs()
      lastMs = ms
      armAll()
    },
    at(ms, run) {
      const timer: Timer = { atMs: ms, run, cancel: () => {} }
      timers.add(timer)
      arm(timer)
      return () => {
        timers.delete(timer)
        timer.cancel()
      }
    },
    skip(ms) {
      offsetMs += Math.max(0, ms)
      armAll()
    },
    slew: (ms) => void (offsetMs += ms),
  }
}
