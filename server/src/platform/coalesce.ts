/** Work that never runs concurrently: a request during a run schedules one more run after it. */
export interface Coalesced {
  /** Requests a run without waiting. */
  wake(): void
  /** Requests a run, and resolves when no requested run is left. */
  idle(): Promise<void>
  /** Resolves when the current run has ended; requests none. */
  ended(): Promise<void>
}

/** `work` must not throw. Once `isOver` returns true, no further run starts. */
export function coalesced(work: () => Promise<void>, isOver: () => boolean): Coalesced {
  let running: Promise<void> | null = null
  let isAsked = false

  async function run(): Promise<void> {
    while (isAsked && !isOver()) {
      isAsked = false
      await work()
    }
    // Synchronous with the last check of `isAsked`, so no request is missed in between.
    running = null
  }

  function ask(): Promise<void> {
    if (isOver()) return running ?? Promise.resolve()
    isAsked = true
    return (running ??= run())
  }

  return {
    wake: () => void ask(),
    idle: ask,
    async ended() {
      await running
    },
  }
}
