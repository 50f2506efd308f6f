import type { Clock } from '../../platform/clock.ts'

/** Turns one after the other: one every so often by the clock, and one whenever somebody waits for it. */
export interface Rounds {
  start(): void
  /** A turn that begins after this call; not a beat of the clock. */
  idle(): Promise<void>
  /** Waits for the turn under way; none follows. */
  stop(): Promise<void>
}

/** `turn` does not throw. */
export function pollLoop(clock: Clock, everyMs: number, turn: (isBeat: boolean) => Promise<void>): Rounds {
  let last = Promise.resolve()
  let cancel = () => {}
  let isOver = false
  const add = (isBeat: boolean) => (last = last.then(() => (isOver ? undefined : turn(isBeat))))
  const beat = () => {
    if (isOver) return
    void add(true).then(() => {
      if (!isOver) cancel = clock.at(clock.nowMs() + everyMs, beat)
    })
  }
  return {
    start: beat,
    idle: () => add(false),
    async stop() {
      isOver = true
      cancel()
      await last
    },
  }
}
