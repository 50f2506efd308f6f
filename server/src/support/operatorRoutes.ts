import type { operatorSupportRoutes } from '@tickmark/wire/routes/operators/support'
import { type Answers, operatorOf } from '../http/calls/context.ts'
import { Refused } from '../http/calls/refused.ts'
import { memberCode } from './codes.ts'
import type { SupportDeps } from './ports.ts'
import type {} from './events.ts'
import { readThread, showInbox, showThread } from './read.ts'
import { idsOf, writeAsSupport } from './writeMessage.ts'
import { ownerOfThread } from './store.ts'
import { messageItem, messageItems, threadItemOf } from './view.ts'

/** API of support for operators. */
export function supportOperatorAnswers(deps: SupportDeps): Answers<typeof operatorSupportRoutes> {
  return {
    async consoleInbox({ pageNum, pageSize }, context) {
      const page = { page: Math.max(0, pageNum - 1), pageSize }
      const inbox = await showInbox(deps, operatorOf(context).address, page, context.nowMs)
      const list = inbox.list.map((one) => ({
        ...threadItemOf(one, context.language),
        waitingSince: one.waitingSinceMs,
        memberId: memberCode(one.userId, deps.key),
      }))
      return { list, total: inbox.total, waiting: inbox.waiting }
    },
    async consoleThread({ threadId, before }, context) {
      const reading = { operator: operatorOf(context).address }
      const { thread, list, hasMore } = await showThread(deps, reading, { threadId, before }, context.nowMs)
      return {
        thread: threadItemOf(thread, context.language),
        list: await messageItems(deps.db, list, { reading, language: context.language }),
        hasMore,
        typing: deps.typing.isTyping(threadId, context.nowMs),
      }
    },
    async consoleReply({ threadId, key, text, files }, context) {
      const given = { threadId, key, text, files: idsOf(files), nowMs: context.nowMs }
      const reading = { operator: operatorOf(context).address }
      const message = await writeAsSupport(deps, reading.operator, given)
      return { message: await messageItem(deps.db, message, { reading, language: context.language }) }
    },
    async consoleTyping({ threadId }) {
      const userId = await ownerOfThread(deps.db, 'anybody', threadId)
      if (userId === null) throw new Refused('thread_unknown')
      deps.events.announce('chat_changed', { userId, threadId, what: 'typing' })
      return { told: deps.live.hasOpenPage(userId) }
    },
    async consoleReadChat(asked, context) {
      return { read: await readThread(deps, { operator: operatorOf(context).address }, asked, context.nowMs) }
    },
  }
}
