import { afterCommit } from '../db/transact.ts'
import { silentLog } from '../platform/log.ts'
import { createEvents, type EventMap, type EventName, type Events } from './events.ts'
import type { MessageWriters } from './module.ts'

/** Events that record what was emitted, once committed, and what was announced, at once. */
export interface RecordedEvents extends Events {
  of<N extends EventName>(name: N): EventMap[N][]
}

export function recordEvents(): RecordedEvents {
  const events = createEvents(silentLog())
  const happened: [EventName, unknown][] = []
  return {
    ...events,
    async emit(tx, name, event) {
      await events.emit(tx, name, event)
      afterCommit(tx, () => void happened.push([name, event]))
    },
    announce(name, event) {
      happened.push([name, event])
      events.announce(name, event)
    },
    of: <N extends EventName>(name: N) =>
      happened.filter(([one]) => one === name).map(([, event]) => event as EventMap[N]),
  }
}

/** Collects the messages that events cause, inside their transactions. */
export function onMessages(
  events: Events,
  writers: MessageWriters,
  write: (messages: ReturnType<NonNullable<MessageWriters[EventName]>>) => void,
): void {
  for (const name of Object.keys(writers) as EventName[]) {
    const writer = writers[name] as (event: EventMap[EventName]) => Parameters<typeof write>[0]
    events.inTransaction(name, async (_tx, event) => write(writer(event)))
  }
}
