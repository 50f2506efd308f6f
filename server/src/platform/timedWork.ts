import type { Clock } from './clock.ts'
import { coalesced, type Coalesced } from './coalesce.ts'

/** Work that never runs concurrently, and that returns the time of its next run. */
export interface TimedWork extends Pick<Coalesced, 'wake' | 'idle'> {
  /** Resolves when the current run has ended; no further run starts. */
  stop(): Promise<void>
}

/**
 * `work` returns the time of its next run in ms since 1970, by the clock; null when only `wake` starts it again. It must not
 * throw.
 */
export function timedWork(
  clock: Clock,
  work: (isStopped: () => boolean) => Promise<number | null>,
): TimedWork {
  let cancel = () => {}
  let isStopped = false
  const { wake, idle, ended } = coalesced(
    async () => {
      cancel()
      const againMs = await work(() => isStopped)
      if (!isStopped && againMs !== null) cancel = clock.at(againMs, wake)
    },
    () => isStopped,
  )
  return {
    wake,
    idle,
    async stop() {
      isStopped = true
      cancel()
      await ended()
    },
  }
}
