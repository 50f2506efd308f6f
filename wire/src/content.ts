import { LANGUAGES, type Language } from './languages.ts'
import * as z from 'zod/mini'

/** What is edited by operators, by language. */
export const CONTENT_KINDS = ['news', 'notice', 'answer', 'text'] as const
export type ContentKind = (typeof CONTENT_KINDS)[number]

/** Where an answer stands on the help page; the glossary's are terms with their meaning. */
export const ANSWER_AREAS = ['start', 'orders', 'wallet', 'safety', 'account', 'glossary'] as const
export type AnswerArea = (typeof ANSWER_AREAS)[number]

/** Types of `get_text`. */
export const TEXT_TYPES = { deposit: 8, arbitrageIntro: 10, withdrawal: 15, swap: 17 } as const

/** One item of what the sandbox ships: every language at once. */
export const seedItem = z.object({
  kind: z.enum(CONTENT_KINDS),
  /** Unique and lasting, such as "news.how-odds-are-made"; an item is put in once by it. */
  key: z.string(),
  /** Of an answer. */
  area: z.optional(z.enum(ANSWER_AREAS)),
  /** Of a notice or a text: its type number. */
  type: z.optional(z.int()),
  /** Of an answer: its place in its area, from 1. */
  place: z.optional(z.int()),
  /** Of news: how many hours before the first start it is dated. */
  hoursAgo: z.optional(z.int()),
  source: z.optional(z.string()),
  /** Of news: the name of a picture that ships with the app, without its ending. */
  picture: z.optional(z.string()),
  texts: z.object(
    Object.fromEntries(LANGUAGES.map((one) => [one, z.object({ title: z.string(), html: z.string() })])) as {
      [K in Language]: z.ZodMiniObject<{ title: z.ZodMiniString; html: z.ZodMiniString }>
    },
  ),
})
export type SeedItem = z.output<typeof seedItem>
