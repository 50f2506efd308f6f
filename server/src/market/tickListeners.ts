import { messageOf, type Log } from '../platform/log.ts'
import type { MarketTick } from './ticks.ts'

export type TickListener = (tick: MarketTick) => void | Promise<void>

/** Who hears of ticks. Each listener has a queue of its own: a slow one delays neither the ticks nor the others. */
export interface Listeners {
  /** The reply ends it; ticks that wait for it are dropped. */
  add(listener: TickListener): () => void
  tell(tick: MarketTick): void
  /** Settles when every listener is done with all it was told. */
  settled(): Promise<void>
}

export function createListeners(log: Log): Listeners {
  const queues = new Map<symbol, { listener: TickListener; tail: Promise<void> }>()

  async function next(key: symbol, before: Promise<void>, tick: MarketTick): Promise<void> {
    await before
    try {
      await queues.get(key)?.listener(tick)
    } catch (thrown) {
      log.error('a listener failed on a tick', { seq: tick.seq, reason: messageOf(thrown) })
    }
  }

  return {
    add(listener) {
      const key = Symbol('listener')
      queues.set(key, { listener, tail: Promise.resolve() })
      return () => void queues.delete(key)
    },
    tell(tick) {
      for (const [key, queue] of queues) queue.tail = next(key, queue.tail, tick)
    },
    async settled() {
      await Promise.all([...queues.values()].map((queue) => queue.tail))
    },
  }
}
