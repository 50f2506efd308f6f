import { assert } from '@tickmark/core/assert'
import type { supportRoutes } from '@tickmark/wire/routes/support'
import { shortAddress } from '@tickmark/wire/texts/shortAddress'
import { type Answers, userOf } from '../http/calls/context.ts'
import { Refused } from '../http/calls/refused.ts'
import { memberCode } from './codes.ts'
import type { SupportDeps } from './ports.ts'
import { countUnread } from './messageStore.ts'
import { hoursText, officeAt } from './office.ts'
import { openThread } from './openThread.ts'
import { readThread, showThread } from './read.ts'
import { idsOf, writeAsUser } from './writeMessage.ts'
import { listThreads, ownerOfThread, threadById } from './store.ts'
import { messageItem, messageItems, threadItemOf } from './view.ts'

/** Path of our own chat page. */
const OWN_CHAT = '/chat'

/** Messages wait until somebody is there to answer. */
const UNSTAFFED = { isOpen: false, opensAtMs: null }

/** API of support for users. */
export function supportAnswers(deps: SupportDeps): Answers<typeof supportRoutes> {
  const { db } = deps
  return {
    async service(_input, { user, nowMs }) {
      const { officeHours } = deps
      const isStaffed = await deps.isStaffed()
      const { isOpen, opensAtMs } = isStaffed ? officeAt(officeHours, nowMs) : UNSTAFFED
      return {
        link: deps.chatUrl ?? OWN_CHAT,
        memberId: user ? memberCode(user.id, deps.key) : '',
        username: user ? shortAddress(user.address, 6, 4) : '',
        isOpen,
        opensAt: opensAtMs,
        hours: isStaffed ? hoursText(officeHours) : '',
      }
    },
    async getThreads(_input, context) {
      const { id: userId } = userOf(context)
      const threads = await listThreads(db, userId)
      const list = threads.map((one) => threadItemOf(one, context.language))
      return { list, unread: await countUnread(db, userId) }
    },
    async getThread({ threadId, before }, context) {
      const reading = { userId: userOf(context).id }
      const { thread, list, hasMore } = await showThread(deps, reading, { threadId, before }, context.nowMs)
      const messages = await messageItems(db, list, { reading, language: context.language })
      return { thread: threadItemOf(thread, context.language), list: messages, hasMore }
    },
    async openThread({ subject, subjectId }, context) {
      const { id: userId } = userOf(context)
      const id = await openThread(deps, userId, { subject, id: subjectId ?? null }, context.nowMs)
      const thread = await threadById(db, userId, id)
      assert(thread, 'a conversation that was opened stays')
      return { thread: threadItemOf(thread, context.language) }
    },
    async sendChat({ threadId, key, text, files }, context) {
      const given = { threadId, key, text, files: idsOf(files), nowMs: context.nowMs }
      const reading = { userId: userOf(context).id }
      const message = await writeAsUser(deps, reading.userId, given)
      return { message: await messageItem(db, message, { reading, language: context.language }) }
    },
    async typeChat({ threadId }, context) {
      if ((await ownerOfThread(db, userOf(context).id, threadId)) === null)
        throw new Refused('thread_unknown')
      deps.typing.note(threadId, context.nowMs)
      return { told: true }
    },
    async readChat(asked, context) {
      const { id: userId } = userOf(context)
      await readThread(deps, { userId }, asked, context.nowMs)
      return { unread: await countUnread(db, userId) }
    },
  }
}
