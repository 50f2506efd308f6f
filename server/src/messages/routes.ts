import { linkOf } from '@tickmark/wire/messages/kinds'
import { inboxText } from './inboxText.ts'
import type { Language } from '@tickmark/texts/languages'
import type { MessageItem, messageRoutes } from '@tickmark/wire/routes/messages'
import { type Answers, sessionOf, userOf } from '../http/calls/context.ts'
import type { MessagesDeps } from './ports.ts'
import { addSubscription, endSubscription } from './subscribe.ts'
import { countSubscriptions } from './pushStore.ts'
import { readMessages } from './readMessages.ts'
import { countUnread, listMessages, type Message, mutedOf, setMuted } from './store.ts'

/** The user's door to his messages. */
export function messageAnswers(deps: MessagesDeps): Answers<typeof messageRoutes> {
  const { db } = deps.database
  return {
    async getMyMessage({ pageNum, pageSize, before }, ask) {
      const { id: userId } = userOf(ask)
      const page = Math.max(0, pageNum - 1)
      const { list, total } = await listMessages(db, { userId, page, pageSize, before })
      const unread = await countUnread(db, userId)
      return { list: list.map((one) => itemOf(one, ask.language)), total, unread }
    },
    getUnread: async (_input, ask) => ({ unread: await countUnread(db, userOf(ask).id) }),
    async readMessages({ id = [], ids }, ask) {
      const named = [id, ids?.split(',') ?? []].flat()
      const unread = await readMessages(deps, userOf(ask).id, named.length > 0 ? named : null, ask.nowMs)
      return { unread }
    },
    async getMessageSettings(_input, ask) {
      const { id } = userOf(ask)
      const [muted, pushEndpoints] = await Promise.all([mutedOf(db, id), countSubscriptions(db, id)])
      return { muted, pushKey: deps.vapid.publicKey, pushEndpoints }
    },
    async muteMessages({ category, muted }, ask) {
      const { id } = userOf(ask)
      await setMuted(db, id, category, muted === 1)
      // Another count of unread ones goes with it, in every window.
      deps.events.announce('messages_read', { userId: id, unread: await countUnread(db, id) })
      return { muted: await mutedOf(db, id) }
    },
    async addPush(given, ask) {
      const owner = { userId: userOf(ask).id, sessionId: sessionOf(ask).id }
      await addSubscription(deps, owner, given, ask.nowMs)
      return { added: true }
    },
    removePush: async ({ endpoint }, ask) => ({
      removed: await endSubscription(deps, userOf(ask).id, endpoint),
    }),
  }
}

function itemOf({ id, kind, category, facts, atMs, isRead }: Message, language: Language): MessageItem {
  const { title, html } = inboxText(kind, language, facts)
  return { id, category, title, html, date: atMs, isRead, link: linkOf(kind, facts) }
}
