import { DAY_MS } from '@tickmark/core/days'
import type { Reader } from '../db/pool.ts'
import { readLastTickAt } from '../market/store.ts'
import type { HouseClock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { openEngine } from './compose.ts'
import type { Config } from './config.ts'
import { openRuntime } from './openRuntime.ts'

/** When the house's last tick is this old, there are no prices to trade on. */
const STALE_MS = 3_000

interface EngineOptions {
  config: Config
  clock: HouseClock
  log: Log
}

/** Runs only the engine of the arbitrage programme, beside a house on the same database and keys. Throws on failure. */
export async function startEngine({ config, clock, log }: EngineOptions): Promise<{ stop(): Promise<void> }> {
  const { runtime, hub, close } = await openRuntime(config, clock, log)
  // Keeps the process alive: the clock's timers do not, and there is no server to do it.
  const alive = setInterval(() => {}, DAY_MS)
  const end = () => {
    clearInterval(alive)
    hub.close()
    return close()
  }
  try {
    const { db } = runtime.database
    const module = openEngine(runtime, () => hasPrices(db, clock.nowMs()))
    await module.onReady?.()
    await module.onListen?.()
    return {
      async stop() {
        await module.preClose?.()
        await end()
      },
    }
  } catch (thrown) {
    await end()
    throw thrown
  }
}

/** Whether the house still logs ticks. */
export async function hasPrices(reader: Reader, nowMs: number): Promise<boolean> {
  const lastTickAtMs = await readLastTickAt(reader)
  return lastTickAtMs !== null && nowMs - lastTickAtMs < STALE_MS
}
