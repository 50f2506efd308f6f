import type { Tx } from '../db/pool.ts'
import { afterCommit } from '../db/transact.ts'
import { type Log, messageOf } from '../platform/log.ts'

/**
 * What can happen, by name, with its facts. Each domain adds its own in its `events.ts`, as it adds its tables to Schema:
 *
 *   declare module '../module/events.ts' { interface EventMap { user_active: { userId: number; nowMs: number } } }
 */
export interface EventMap {}

export type EventName = keyof EventMap

/** Tells what happened, in two phases: inside the transaction that makes it true, and after its commit. */
export interface Events {
  /** In the transaction: subscribers of `inTransaction` run here and now, those of `afterCommit` once it is committed. */
  emit<N extends EventName>(tx: Tx, name: N, event: EventMap[N]): Promise<void>
  /** For what no transaction makes true: subscribers of `afterCommit` run now. Nobody waits for them. */
  announce<N extends EventName>(name: N, event: EventMap[N]): void
  /** A failure undoes the cause. Takes no lock of a book or an account: `emit` stands before those. */
  inTransaction<N extends EventName>(name: N, run: InTransaction<N>): void
  /** A failure is logged and keeps nobody else from running. Lost with the process: nothing that must happen hangs on it. */
  afterCommit<N extends EventName>(name: N, run: AfterCommit<N>): void
}

type InTransaction<N extends EventName> = (tx: Tx, event: EventMap[N]) => Promise<void>
type AfterCommit<N extends EventName> = (event: EventMap[N]) => void | Promise<void>

/** Subscribers run in the order in which they subscribed. Subscribe while the server opens: an earlier event is missed. */
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
