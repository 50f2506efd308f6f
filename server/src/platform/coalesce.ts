/** Work that never runs twice at a time: whoever asks for it while it runs has it run once more. */
export interface Coalesced {
  /** Asks for it; nobody waits. */
  wake(): void
  /** Asks for it, and settles when nothing that was asked for is left. */
  idle(): Promise<void>
  /** Settles when what runs now has run, without asking for more. */
  ended(): Promise<void>
}

/** `work` must not throw. Once `isOver`, it is begun no more. */
export function coalesced(work: () => Promise<void>, isOver: () => boolean): Coalesced {
  let running: Promise<void> | null = null
  let isAsked = false

  async function run(): Promise<void> {
    while (isAsked && !isOver()) {
      isAsked = false
      await work()
    }
    // In the same breath as the last look at `isAsked`: nobody asks in between.
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
