import * as z from 'zod/mini'
import { uuid, UUID_PATTERN } from '../fields.ts'

/** Subjects of a conversation with support. */
export const SUBJECTS = ['general', 'order', 'deposit', 'withdrawal', 'swap', 'loan', 'hosting'] as const
export type Subject = (typeof SUBJECTS)[number]

/** A chat text: at most 4,000 characters, no control characters except line feeds, carriage returns and tabs. */
export const chatText = z.string().check(z.maxLength(4_000), z.regex(/^[^\p{Cc}]*(?:[\n\r\t][^\p{Cc}]*)*$/u))

/** Files uploaded by `upload`, at most 4, as "a,b". */
export const chatFiles = z
  .string()
  .check(z.regex(new RegExp(`^(?:${UUID_PATTERN}(?:,${UUID_PATTERN}){0,3})?$`)))

/** Delivery state of the sender's own message: stored by the server, shown on the other side's page, read there. */
export const DELIVERY = ['sent', 'delivered', 'read'] as const

export const chatFile = z.object({ id: uuid, url: z.string(), width: z.int(), height: z.int() })

export const chatMessage = z.object({
  id: uuid,
  from: z.enum(['user', 'support']),
  /** The operator's name as users see it; empty for the user. */
  name: z.string(),
  text: z.string(),
  files: z.array(chatFile),
  /** Ms since 1970. */
  at: z.int(),
  delivery: z.enum(DELIVERY),
  /** Only for the sender: the idempotency key, by which the page recognises its own message. */
  key: z.optional(uuid),
})
export type ChatMessage = z.output<typeof chatMessage>

export const threadItem = z.object({
  id: uuid,
  subject: z.enum(SUBJECTS),
  subjectId: z.nullable(uuid),
  /** The subject in the reader's language, such as "BTC/USDT Up 25 USDT"; empty for a general conversation. */
  about: z.string(),
  /** The receipt of the subject, as name and text of each line. */
  receipt: z.array(z.object({ name: z.string(), text: z.string() })),
  /** Path of our page about the subject, or empty. */
  link: z.string(),
  openedAt: z.int(),
  movedAt: z.int(),
  /** The latest text, for a list; empty for a picture. */
  latest: z.string(),
  unread: z.int(),
})
export type ThreadItem = z.output<typeof threadItem>
