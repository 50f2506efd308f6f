import type { Clock } from '../../platform/clock.ts'

/** Runs turns one after the other: at intervals by the clock, and one whenever a caller waits. */
export interface PollLoop {
  start(): void
  /** Waits for a turn that begins after this call; a clock beat does not count. */
  idle(): Promise<void>
  /** Waits for the turn in progress; no further one starts. */
  stop(): Promise<void>
}

/** `turn` must not throw; `isBeat` tells whether the clock called it. */
export function pollLoop(clock: Clock, everyMs: number, turn: (isBeat: boolean) => Promise<void>): PollLoop {
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
