import type { deskSupportRoutes } from '@tickmark/wire/routes/operators/support'
import { type Answers, operatorOf } from '../http/calls/context.ts'
import { Refused } from '../http/calls/refused.ts'
import { memberCode } from './codes.ts'
import type { SupportDeps } from './ports.ts'
import type {} from './events.ts'
import { readThread, showInbox, showThread } from './read.ts'
import { idsOf, sayAsSupport } from './writeMessage.ts'
import { ownerOfThread } from './store.ts'
import { messageItem, messageItems, threadItemOf } from './view.ts'

/** The operators' door to support. */
export function supportDesk(deps: SupportDeps): Answers<typeof deskSupportRoutes> {
  return {
    async deskInbox({ pageNum, pageSize }, ask) {
      const page = { page: Math.max(0, pageNum - 1), pageSize }
      const inbox = await showInbox(deps, operatorOf(ask).address, page, ask.nowMs)
      const list = inbox.list.map((one) => ({
        ...threadItemOf(one, ask.language),
        waitingSince: one.waitingSinceMs,
        memberId: memberCode(one.userId, deps.key),
      }))
      return { list, total: inbox.total, waiting: inbox.waiting }
    },
    async deskThread({ threadId, before }, ask) {
      const reading = { operator: operatorOf(ask).address }
      const { thread, list, hasMore } = await showThread(deps, reading, { threadId, before }, ask.nowMs)
      return {
        thread: threadItemOf(thread, ask.language),
        list: await messageItems(deps.db, list, { reading, language: ask.language }),
        hasMore,
        typing: deps.typing.isTyping(threadId, ask.nowMs),
      }
    },
    async deskReply({ threadId, key, text, files }, ask) {
      const words = { threadId, key, text, files: idsOf(files), nowMs: ask.nowMs }
      const reading = { operator: operatorOf(ask).address }
      const message = await sayAsSupport(deps, reading.operator, words)
      return { message: await messageItem(deps.db, message, { reading, language: ask.language }) }
    },
    async deskTyping({ threadId }) {
      const userId = await ownerOfThread(deps.db, 'anybody', threadId)
      if (userId === null) throw new Refused('thread_unknown')
      deps.events.announce('chat_changed', { userId, threadId, what: 'typing' })
      return { told: deps.live.hasOpenPage(userId) }
    },
    async deskReadChat(asked, ask) {
      return { read: await readThread(deps, { operator: operatorOf(ask).address }, asked, ask.nowMs) }
    },
  }
}
