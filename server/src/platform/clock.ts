/** The server's clock; tests pass in one that they can move. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  nowMs(): number
  /** Runs `run` once `nowMs()` has reached `ms` (at once for a past time); the returned function cancels it. */
  at(ms: number, run: () => void): () => void
}

/** Longer delays overflow the 32 bits of setTimeout and fire at once, so far times are reached in steps. */
const longestTimerMs = 86_400_000

/** The machine's clock. Its timers do not keep the process alive. */
export function systemClock(): Clock {
  return { nowMs: () => Date.now(), at: runAt }
}

function runAt(ms: number, run: () => void): () => void {
  let timer: NodeJS.Timeout
  const wait = () => {
    const left = ms - Date.now()
    timer = left > 0 ? setTimeout(wait, Math.min(left, longestTimerMs)) : setTimeout(run, 0)
    timer.unref()
  }
  wait()
  return () => clearTimeout(timer)
}
