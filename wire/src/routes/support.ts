import * as z from 'zod/mini'
import { route } from '../call.ts'
import { uuid } from '../fields.ts'
import { chatFiles, chatMessage, chatText, SUBJECTS, threadItem } from '../schemas/support.ts'

/** The user's side of the support chat. */
export const supportRoutes = {
  service: route({
    method: 'GET',
    path: '/api/service',
    summary: 'Where the support chat is, who one is there, and whether somebody sits there now.',
    who: 'anyone',
    reply: z.object({
      /** Our own path, or the address of the system that the configuration names. */
      link: z.string(),
      /** The user's number with support; empty for a visitor. */
      memberId: z.string(),
      username: z.string(),
      isOpen: z.boolean(),
      /** Ms since 1970; null while support is open, and when no one is configured to answer. */
      opensAt: z.nullable(z.int()),
      /** Office hours in UTC as "09:00-18:00"; empty when support is always open. */
      hours: z.string(),
    }),
  }),
  getThreads: route({
    method: 'GET',
    path: '/api/getThreads',
    summary: 'Own conversations with support, the one that moved last first; at most 50.',
    who: 'user',
    reply: z.object({ list: z.array(threadItem), unread: z.int() }),
  }),
  getThread: route({
    method: 'GET',
    path: '/api/getThread',
    summary: 'A conversation: its latest 30 messages, oldest first, or the 30 before the one of `before`.',
    who: 'user',
    input: z.object({ threadId: uuid, before: z.optional(uuid) }),
    reply: z.object({ thread: threadItem, list: z.array(chatMessage), hasMore: z.boolean() }),
    refusals: ['thread_unknown'],
  }),
  openThread: route({
    method: 'POST',
    path: '/api/openThread',
    summary:
      'Opens a conversation, about nothing in particular or about an own order, transfer or loan with its receipt; the one that is open about it already is given again.',
    who: 'user',
    refreshes: ['getThreads'],
    rate: 'chat',
    input: z.object({ subject: z._default(z.enum(SUBJECTS), 'general'), subjectId: z.optional(uuid) }),
    reply: z.object({ thread: threadItem }),
    refusals: ['thread_subject_unknown', 'threads_full'],
  }),
  sendChat: route({
    method: 'POST',
    path: '/api/sendChat',
    summary: 'Says something in a conversation. The same key again gets the same message.',
    who: 'user',
    refreshes: ['getThreads'],
    rate: 'chat',
    input: z.object({
      threadId: uuid,
      /** Idempotency key made by the page, so that a retry is one message. */
      key: uuid,
      text: z._default(chatText, ''),
      files: z._default(chatFiles, ''),
    }),
    reply: z.object({ message: chatMessage }),
    refusals: ['thread_unknown', 'chat_empty', 'file_unknown'],
  }),
  typeChat: route({
    method: 'POST',
    path: '/api/typeChat',
    summary: 'Says that the user is typing; the other side shows it for 6 s.',
    who: 'user',
    input: z.object({ threadId: uuid }),
    reply: z.object({ told: z.boolean() }),
    refusals: ['thread_unknown'],
  }),
  readChat: route({
    method: 'POST',
    path: '/api/readChat',
    summary:
      'Marks what the other side said in a conversation as read: all of it, or up to the message of `upTo`.',
    who: 'user',
    input: z.object({ threadId: uuid, upTo: z.optional(uuid) }),
    reply: z.object({ unread: z.int() }),
    refusals: ['thread_unknown'],
  }),
}
