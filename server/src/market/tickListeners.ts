import { messageOf, type Log } from '../platform/log.ts'
import type { MarketTick } from './ticks.ts'

export type TickListener = (tick: MarketTick) => void | Promise<void>

/** Listeners for ticks. Each has its own queue: a slow one delays neither the ticks nor the others. */
export interface Listeners {
  /** The returned function removes the listener and drops its queued ticks. */
  add(listener: TickListener): () => void
  /** The listener gets the newest tick when it is done with the last; those between are skipped. */
  addForNewest(listener: TickListener): () => void
  tell(tick: MarketTick): void
  /** Settles when every listener has processed all its ticks. */
  settled(): Promise<void>
}

interface Queue {
  listener: TickListener
  tail: Promise<void>
  /** For a listener for the newest tick: the next one it gets; null when there is none. */
  newest?: MarketTick | null
}

export function createListeners(log: Log): Listeners {
  const queues = new Map<symbol, Queue>()

  function enter(queue: Queue): () => void {
    const key = Symbol('listener')
    queues.set(key, queue)
    return () => void queues.delete(key)
  }

  async function next(key: symbol, before: Promise<void>, take: () => MarketTick | null): Promise<void> {
    await before
    const queue = queues.get(key)
    const tick = queue ? take() : null
    if (!queue || !tick) return
    try {
      await queue.listener(tick)
    } catch (thrown) {
      log.error('a listener failed on a tick', { seq: tick.seq, reason: messageOf(thrown) })
    }
  }

  function takeNewest(queue: Queue): MarketTick | null {
    const { newest = null } = queue
    queue.newest = null
    return newest
  }

  return {
    add: (listener) => enter({ listener, tail: Promise.resolve() }),
    addForNewest: (listener) => enter({ listener, tail: Promise.resolve(), newest: null }),
    tell(tick) {
      for (const [key, queue] of queues) {
        const { newest } = queue
        if (newest !== undefined) queue.newest = tick
        // A waiting tick is replaced; its turn takes the newer one.
        if (newest) continue
        const take = newest === undefined ? () => tick : () => takeNewest(queue)
        queue.tail = next(key, queue.tail, take)
      }
    },
    async settled() {
      await Promise.all([...queues.values()].map((queue) => queue.tail))
    },
  }
}
