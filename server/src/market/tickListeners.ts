import { messageOf, type Log } from '../platform/log.ts'
import type { MarketTick } from './ticks.ts'

export type TickListener = (tick: MarketTick) => void | Promise<void>

/** Listeners for ticks. Each has its own queue: a slow one delays neither the ticks nor the others. */
export interface Listeners {
  /** The returned function removes the listener and drops its queued ticks. */
  add(listener: TickListener): () => void
  tell(tick: MarketTick): void
  /** Settles when every listener has processed all its ticks. */
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
