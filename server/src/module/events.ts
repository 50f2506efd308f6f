import type { Tx } from '../db/pool.ts'
import { afterCommit } from '../db/transact.ts'
import { type Log, messageOf } from '../platform/log.ts'

/**
 * Events by name, with their facts. Each domain adds its own in its `events.ts`, as it adds its tables to Schema:
 *
 *   declare module './events.ts' { interface EventMap { user_active: { userId: number; nowMs: number } } }
 */
export interface EventMap {}

export type EventName = keyof EventMap

/** Publishes events in two phases: inside the transaction that causes them, and after its commit. */
export interface Events {
  /**
   * Call it in the transaction: runs the `inTransaction` subscribers now, and the `afterCommit` subscribers once it is
   * committed.
   */
  emit<N extends EventName>(tx: Tx, name: N, event: EventMap[N]): Promise<void>
  /** For events without a transaction: runs the `afterCommit` subscribers now, without waiting for them. */
  announce<N extends EventName>(name: N, event: EventMap[N]): void
  /**
   * A failure rolls back the cause. A subscriber must not lock an order, a book or an account: some callers hold a book
   * by then and some do not yet, so that its locks could come in the wrong order.
   */
  inTransaction<N extends EventName>(name: N, run: InTransaction<N>): void
  /** A failure is logged and does not affect other subscribers. Lost in a crash: nothing essential may depend on it. */
  afterCommit<N extends EventName>(name: N, run: AfterCommit<N>): void
}

type InTransaction<N extends EventName> = (tx: Tx, event: EventMap[N]) => Promise<void>
type AfterCommit<N extends EventName> = (event: EventMap[N]) => void | Promise<void>

/** Subscribers run in the order of their subscription. Subscribe while the server opens; earlier events are missed. */
export function createEvents(log: Log): Events {
  const inside = new Map<EventName, InTransaction<EventName>[]>()
  const after = new Map<EventName, AfterCommit<EventName>[]>()

  async function tell<N extends EventName>(name: N, event: EventMap[N]): Promise<void> {
    for (const run of after.get(name) ?? []) {
      try {
        await run(event)
      } catch (thrown) {
        log.error('a subscriber of an event failed', { event: name, reason: messageOf(thrown) })
      }
    }
  }

  return {
    async emit(tx, name, event) {
      for (const run of inside.get(name) ?? []) await run(tx, event)
      if (after.has(name)) afterCommit(tx, () => tell(name, event))
    },
    announce: (name, event) => void tell(name, event),
    inTransaction: (name, run) => add(inside, name, run as InTransaction<EventName>),
    afterCommit: (name, run) => add(after, name, run as AfterCommit<EventName>),
  }
}

function add<T>(lists: Map<EventName, T[]>, name: EventName, run: T): void {
  lists.set(name, [...(lists.get(name) ?? []), run])
}
