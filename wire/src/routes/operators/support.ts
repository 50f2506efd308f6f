import * as z from 'zod/mini'
import { route } from '../../call.ts'
import { page, uuid } from '../../fields.ts'
import { chatFiles, chatMessage, chatText, threadItem } from '../../schemas/support.ts'

const threadId = uuid

/** Support's API for the chat: the inbox and the replies. */
export const operatorSupportRoutes = {
  consoleInbox: route({
    method: 'GET',
    path: '/api/console/support/inbox',
    summary:
      'Conversations that wait for an answer first: the longest waiting of each user, then the second ones and so on; then the others.',
    who: 'operator',
    may: 'answerChat',
    input: z.object({ ...page }),
    reply: z.object({
      list: z.array(
        z.object({ ...threadItem.shape, waitingSince: z.nullable(z.int()), memberId: z.string() }),
      ),
      total: z.int(),
      waiting: z.int(),
    }),
  }),
  consoleThread: route({
    reads: { subject: 'thread', field: 'threadId' },
    method: 'GET',
    path: '/api/console/support/thread',
    summary: 'A conversation as support sees it; what the user said becomes delivered.',
    who: 'operator',
    may: 'answerChat',
    input: z.object({ threadId, before: z.optional(uuid) }),
    reply: z.object({
      thread: threadItem,
      list: z.array(chatMessage),
      hasMore: z.boolean(),
      typing: z.boolean(),
    }),
    refusals: ['thread_unknown'],
  }),
  consoleReply: route({
    method: 'POST',
    path: '/api/console/support/reply',
    summary: 'Answers in a conversation. The same key again gets the same message.',
    who: 'operator',
    may: 'answerChat',
    input: z.object({
      threadId,
      key: uuid,
      text: z._default(chatText, ''),
      files: z._default(chatFiles, ''),
    }),
    reply: z.object({ message: chatMessage }),
    refusals: ['thread_unknown', 'chat_empty', 'file_unknown'],
  }),
  consoleTyping: route({
    method: 'POST',
    path: '/api/console/support/typing',
    summary: 'Says that support is typing.',
    who: 'operator',
    may: 'answerChat',
    input: z.object({ threadId }),
    reply: z.object({ told: z.boolean() }),
    refusals: ['thread_unknown'],
  }),
  consoleReadChat: route({
    method: 'POST',
    path: '/api/console/support/read',
    summary: 'Marks what the user said as read: all of it, or up to the message of `upTo`.',
    who: 'operator',
    may: 'answerChat',
    input: z.object({ threadId, upTo: z.optional(uuid) }),
    reply: z.object({ read: z.int() }),
    refusals: ['thread_unknown'],
  }),
}
