import * as z from 'zod/mini'
import { route } from '../call.ts'
import { page, uuid, whole } from '../fields.ts'
import { MESSAGE_CATEGORIES, MUTABLE_CATEGORIES } from '../schemas/messages.ts'

export const messageItem = z.object({
  id: uuid,
  category: z.enum(MESSAGE_CATEGORIES),
  title: z.string(),
  /** Cleaned HTML. */
  html: z.string(),
  /** Ms since 1970. */
  date: z.int(),
  isRead: z.boolean(),
  /** Path of our page about the subject, or empty. */
  link: z.string(),
})
export type MessageItem = z.output<typeof messageItem>

const ONE_ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const SEVERAL_IDS = new RegExp(`^${ONE_ID}(?:,${ONE_ID}){0,49}$`)

/** Messages to a user, and the settings for their delivery. */
export const messageRoutes = {
  getMyMessage: route({
    method: 'GET',
    path: '/api/getMyMessage',
    summary: 'Own messages, newest first. `before` pages by key instead of by number.',
    who: 'user',
    inTurn: true,
    input: z.object({ ...page, before: z.optional(uuid) }),
    reply: z.object({ list: z.array(messageItem), total: z.int(), unread: z.int() }),
  }),
  getUnread: route({
    method: 'GET',
    path: '/api/getUnread',
    summary: 'How many own messages are unread; muted categories do not count.',
    who: 'user',
    inTurn: true,
    reply: z.object({ unread: z.int() }),
  }),
  readMessages: route({
    method: 'POST',
    path: '/api/readMessages',
    summary: 'Marks own messages as read: those of `id` and `ids`, or without either all of them.',
    who: 'user',
    input: z.object({
      id: z.optional(uuid),
      /** 1 to 50 ids, separated by commas. */
      ids: z.optional(z.string().check(z.regex(SEVERAL_IDS))),
    }),
    reply: z.object({ unread: z.int() }),
  }),
  getMessageSettings: route({
    method: 'GET',
    path: '/api/getMessageSettings',
    summary: 'Muted categories, and whether this browser may be reached by Web Push.',
    who: 'user',
    reply: z.object({
      muted: z.array(z.enum(MESSAGE_CATEGORIES)),
      /** The server's public key for Web Push (RFC 8292), base64url. */
      pushKey: z.string(),
      pushEndpoints: z.int(),
    }),
  }),
  muteMessages: route({
    method: 'POST',
    path: '/api/muteMessages',
    summary:
      'Mutes or unmutes a category: muted messages are listed, but neither counted nor announced. Security cannot be muted.',
    who: 'user',
    input: z.object({ category: z.enum(MUTABLE_CATEGORIES), muted: whole(0, 1) }),
    reply: z.object({ muted: z.array(z.enum(MESSAGE_CATEGORIES)) }),
  }),
  addPush: route({
    method: 'POST',
    path: '/api/addPush',
    summary: 'Lets a browser be reached by Web Push (RFC 8030, 8291).',
    who: 'user',
    input: z.object({
      endpoint: z.string().check(z.maxLength(1_024)),
      /** Public key and secret of the subscription, base64url. */
      p256dh: z.string().check(z.maxLength(128)),
      auth: z.string().check(z.maxLength(64)),
    }),
    reply: z.object({ added: z.literal(true) }),
    refusals: ['push_endpoint_invalid'],
  }),
  removePush: route({
    method: 'POST',
    path: '/api/removePush',
    summary: 'Ends Web Push to a browser.',
    who: 'user',
    input: z.object({ endpoint: z.string().check(z.maxLength(1_024), z.regex(/^\P{Cc}*$/u)) }),
    reply: z.object({ removed: z.boolean() }),
  }),
}
