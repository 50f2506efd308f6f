import { LOOK_EVERY_MS } from '@tickmark/core/arbitrage/trading/limits'
import { randomUUID } from 'node:crypto'
import type { Database } from '../../db/pool.ts'
import { turnOf } from '../../db/sessionLock.ts'
import { transact } from '../../db/transact.ts'
import { messageOf } from '../../platform/log.ts'
import { timedWork } from '../../platform/timedWork.ts'
import type { TradingDeps } from '../deps.ts'
import { takeEngine } from '../engineStore.ts'
import { openLooking } from './look.ts'
import { TURNS } from '../../db/locks.ts'

export interface EngineDeps extends TradingDeps {
  database: Database
  /** Whether there are prices to trade on. */
  isOpen(): boolean | Promise<boolean>
}

/** Trades for the programme while this process holds the lock. */
export interface Engine {
  start(): void
  /** Looks once; settles when the work it began is done. */
  look(): Promise<void>
  /** Ends after the look in progress, and releases the lock to another process. */
  stop(): Promise<void>
}

/** Makes the engine. Any number of processes may run one: one trades, and another takes over when it dies. */
export function createEngine(deps: EngineDeps): Engine {
  const { database, clock, log } = deps
  const holder = randomUUID()
  let looking: ReturnType<typeof openLooking> | null = null
  let problem: string | null = null
  const turn = turnOf(database, TURNS.engine, () => (looking = null))

  async function look(): Promise<void> {
    if (!(await turn.take())) return
    if (looking === null) {
      await transact(deps.db, (tx) => takeEngine(tx, holder))
      looking = openLooking(deps, holder)
      log.info('this process trades for the arbitrage programme', { holder })
    }
    await looking()
  }

  const work = timedWork(clock, async () => {
    try {
      await look()
      problem = null
    } catch (thrown) {
      const reason = messageOf(thrown)
      if (reason !== problem) log.warn('the arbitrage programme trades later', { reason })
      problem = reason
      looking = null
    }
    return clock.nowMs() + LOOK_EVERY_MS
  })

  return {
    start: work.wake,
    look,
    async stop() {
      await work.stop()
      await turn.release()
    },
  }
}
