import { messageRoutes } from '@tickmark/wire/routes/messages'
import { routesOf } from '../http/calls/mount.ts'
import type { SiteOrigin } from '../http/calls/site.ts'
import type { EventMap, EventName } from '../module/events.ts'
import type { MessageWriters, Module } from '../module/module.ts'
import type { Runtime } from '../module/runtime.ts'
import type { MessagesDeps } from './ports.ts'
import { createNotify } from './notify.ts'
import { createPushing } from './pushing.ts'
import { deleteSubscriptionsOf } from './pushStore.ts'
import { markThreadRead } from './readMessages.ts'
import { consoleMessages, messageConsolePart, messageOperatorAnswers } from './operatorRoutes.ts'
import { messageAnswers } from './routes.ts'
import { vapidOf, vapidScalar } from './vapid.ts'

interface MessagesPorts extends Pick<MessagesDeps, 'languagesOf' | 'pushHosts'> {
  /** Message writers of all modules. */
  writers: readonly MessageWriters[]
}

/** Messages to users: written with the event that causes them, then sent to open pages and browsers. */
export function openMessages(runtime: Runtime, { writers, ...ports }: MessagesPorts): Module {
  const { keys, site, events, live } = runtime
  const vapid = vapidOf(vapidScalar(keys.pepper))
  const deps: MessagesDeps = { ...runtime, ...ports, vapid, contact: () => contactOf(site) }
  const pushing = createPushing(deps)
  const notify = createNotify(deps, pushing.wake)
  for (const one of writers) {
    for (const name of Object.keys(one) as EventName[]) {
      const write = one[name] as (event: EventMap[EventName]) => Parameters<typeof notify>[1]
      events.inTransaction(name, (tx, event) => notify(tx, write(event)))
    }
  }
  events.inTransaction('support_thread_read', (tx, read) => markThreadRead(deps, tx, read))
  // When the owner ends a session, its device may be lost: its browsers get no more pushes.
  events.inTransaction('session_ended', async (tx, { sessionId, isByOwner }) => {
    if (isByOwner) await deleteSubscriptionsOf(tx, sessionId)
  })
  events.afterCommit('message_written', ({ userId, ...message }) =>
    live.publish(userId, { event: 'message_written', ...message }),
  )
  events.afterCommit('messages_read', ({ userId, unread }) =>
    live.publish(userId, { event: 'messages_read', unread }),
  )
  return {
    name: 'messages',
    routes: [routesOf(messageRoutes, messageAnswers(deps))],
    operatorRoutes: [routesOf(consoleMessages, messageOperatorAnswers(deps.database.db))],
    consolePart: messageConsolePart,
    async onListen() {
      pushing.start()
    },
    preClose: pushing.stop,
    idle: pushing.idle,
  }
}

/** Push services require a contact address; a sandbox without https has only this one. */
function contactOf({ publicUrl }: SiteOrigin): string {
  return publicUrl.startsWith('https:') ? publicUrl : `mailto:push@${new URL(publicUrl).hostname}`
}
