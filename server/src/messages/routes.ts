import type { messageRoutes } from '@tickmark/wire/routes/messages'
import { type Answers, sessionOf, userOf } from '../http/calls/context.ts'
import { itemOf } from './messageItem.ts'
import type { MessagesDeps } from './ports.ts'
import { addSubscription, endSubscription } from './subscribe.ts'
import { countSubscriptions } from './pushStore.ts'
import { readMessages } from './readMessages.ts'
import { countUnread, listMessages, mutedOf, setMuted } from './store.ts'

/** API of a user's messages. */
export function messageAnswers(deps: MessagesDeps): Answers<typeof messageRoutes> {
  const { db } = deps.database
  return {
    async getMyMessage({ pageNum, pageSize, before }, context) {
      const { id: userId } = userOf(context)
      const page = Math.max(0, pageNum - 1)
      const { list, total } = await listMessages(db, { userId, page, pageSize, before })
      const unread = await countUnread(db, userId)
      return { list: list.map((one) => itemOf(one, context.language)), total, unread }
    },
    getUnread: async (_input, context) => ({ unread: await countUnread(db, userOf(context).id) }),
    async readMessages({ id = [], ids }, context) {
      const named = [id, ids?.split(',') ?? []].flat()
      const unread = await readMessages(
        deps,
        userOf(context).id,
        named.length > 0 ? named : null,
        context.nowMs,
      )
      return { unread }
    },
    async getMessageSettings(_input, context) {
      const { id } = userOf(context)
      const [muted, pushEndpoints] = await Promise.all([mutedOf(db, id), countSubscriptions(db, id)])
      return { muted, pushKey: deps.vapid.publicKey, pushEndpoints }
    },
    async muteMessages({ category, muted }, context) {
      const { id } = userOf(context)
      await setMuted(db, id, category, muted === 1)
      // Muting changes the number of unread messages in every window.
      deps.events.announce('messages_read', { userId: id, unread: await countUnread(db, id) })
      return { muted: await mutedOf(db, id) }
    },
    async addPush(given, context) {
      const owner = { userId: userOf(context).id, sessionId: sessionOf(context).id }
      await addSubscription(deps, owner, given, context.nowMs)
      return { added: true }
    },
    removePush: async ({ endpoint }, context) => ({
      removed: await endSubscription(deps, userOf(context).id, endpoint),
    }),
  }
}
