import * as z from 'zod/mini'
import { uuid, UUID_PATTERN } from '../fields.ts'

/** What a conversation with support can be about. */
export const SUBJECTS = ['general', 'order', 'deposit', 'withdrawal', 'swap', 'loan'] as const
export type Subject = (typeof SUBJECTS)[number]

/** What somebody says: 4,000 characters at most, no control characters but line feeds and tabs. */
export const chatText = z.string().check(z.maxLength(4_000), z.regex(/^[^\p{Cc}]*(?:[\n\r\t][^\p{Cc}]*)*$/u))

/** Files of `upload`, at most 4, as "a,b". */
export const chatFiles = z
  .string()
  .check(z.regex(new RegExp(`^(?:${UUID_PATTERN}(?:,${UUID_PATTERN}){0,3})?$`)))

/** How far an own message came: kept by the server, shown on the other side's page, read there. */
export const DELIVERY = ['sent', 'delivered', 'read'] as const

export const chatFile = z.object({ id: uuid, url: z.string(), width: z.int(), height: z.int() })

export const chatMessage = z.object({
  id: uuid,
  from: z.enum(['user', 'support']),
  /** The operator's name as support shows it; empty for the user. */
  name: z.string(),
  text: z.string(),
  files: z.array(chatFile),
  /** Ms since 1970. */
  at: z.int(),
  delivery: z.enum(DELIVERY),
  /** Told to who wrote it: the key it was sent with, so that his page knows it for the one it is sending. */
  key: z.optional(uuid),
})
export type ChatMessage = z.output<typeof chatMessage>

export const threadItem = z.object({
  id: uuid,
  subject: z.enum(SUBJECTS),
  subjectId: z.nullable(uuid),
  /** What it is about in the reader's words, such as "BTC/USDT Up 25 USDT"; empty for a general one. */
  about: z.string(),
  /** The receipt that went along, as name and text of each line. */
  receipt: z.array(z.object({ name: z.string(), text: z.string() })),
  /** A path of ours where the matter stands, or empty. */
  link: z.string(),
  openedAt: z.int(),
  movedAt: z.int(),
  /** The latest words, for a list; empty when it was a picture. */
  latest: z.string(),
  unread: z.int(),
})
export type ThreadItem = z.output<typeof threadItem>
