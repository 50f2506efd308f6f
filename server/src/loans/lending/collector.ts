import { coalesced } from '../../platform/coalesce.ts'
import { messageOf } from '../../platform/log.ts'
import type { Runtime } from '../../module/runtime.ts'
import { collectDue, type CollectDeps } from './collectDue.ts'
import { refillPool } from './refillPool.ts'

/** Collects due instalments and fees, by the house's time. */
export interface Collector {
  start(): void
  /** Looks once more; settles when everything due by now is done. */
  idle(): Promise<void>
  /** Waits for the look in progress. */
  stop(): Promise<void>
}

const LOOK_EVERY_MS = 1_000

/** Makes the collector. Any number of processes may run one: each takes loans that no other has locked. */
export function createCollector(deps: CollectDeps & Pick<Runtime, 'mode'>): Collector {
  const { clock, log } = deps
  let isStopped = false
  let cancel = () => {}
  let problem: string | null = null
  const { idle, ended } = coalesced(lookAround, () => isStopped)

  async function lookAround(): Promise<void> {
    try {
      if (deps.mode === 'sandbox') await refillPool(deps.database.db, clock.nowMs())
      await collectDue(deps, () => isStopped)
      problem = null
    } catch (thrown) {
      const reason = messageOf(thrown)
      if (reason !== problem) log.warn('loans are collected later', { reason })
      problem = reason
    }
  }

  function lookLater(): void {
    cancel = clock.at(clock.nowMs() + LOOK_EVERY_MS, () => {
      if (!isStopped) void idle().then(lookLater)
    })
  }

  return {
    start: lookLater,
    idle,
    async stop() {
      isStopped = true
      cancel()
      await ended()
    },
  }
}
