import type { Chains } from '../chains/node/chainStates.ts'
import type { Ground } from '../app/openRuntime.ts'
import type { LiveHub } from '../http/live/hub.ts'
import type { Notify } from '../messages/ports.ts'
import { readByRef } from '../messages/readByRef.ts'
import type { SupportDeps } from './ports.ts'
import { typingUsers } from './typing.ts'
import { describeSubject } from './subjects.ts'

interface Neighbours {
  hub: LiveHub
  chains: Chains
  notify: Notify
}

/** Support, bound to what conversations are about, to open pages and to messages. */
export function openSupport(
  { config, keys, database }: Ground,
  { hub, chains, notify }: Neighbours,
): SupportDeps {
  const { db } = database
  return {
    db,
    key: keys.pepper,
    chatUrl: config.chatUrl,
    isStaffed:
      config.chatUrl !== null ||
      [...config.operators.values()].some((roles) => roles.includes('support') || roles.includes('admin')),
    officeHours: config.officeHours,
    typing: typingUsers(),
    publish: hub.publish,
    hears: hub.hears,
    describe: describeSubject(db, chains),
    notifyReply: (tx, told) => notify(tx, { ...told, kind: 'support_replied', facts: {} }),
    noteRead: (tx, read) => readByRef(hub, tx, read),
  }
}
