import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ANSWER_AREAS, CONTENT_KINDS } from '@tickmark/wire/schemas/content'
import { type Language, LANGUAGES } from '@tickmark/texts/languages'
import * as z from 'zod/mini'
import { type Log, messageOf } from '../platform/log.ts'

/** Where the sandbox's content lies: JSON files of items, and `pictures/<name>.jpg`. */
export const SEED_FOLDER = join(import.meta.dirname, 'seed')

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

const seedFile = z.array(seedItem)

/** Reads the items of a folder, file by file in the order of their names; a file that cannot be read is logged and left out. */
export function readShipped(folder: string, log: Log): SeedItem[] {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []
  return names.toSorted().flatMap((name) => {
    try {
      return z.parse(seedFile, JSON.parse(readFileSync(join(folder, name), 'utf8')))
    } catch (thrown) {
      log.error('a file of content that ships with the app cannot be read', {
        name,
        reason: messageOf(thrown),
      })
      return []
    }
  })
}

/** A picture that ships with the app, as it is served; null when there is none of that name. */
export function readShippedPicture(folder: string, name: string): Buffer | null {
  const path = join(folder, 'pictures', `${name}.jpg`)
  return /^[a-z0-9-]+$/.test(name) && existsSync(path) ? readFileSync(path) : null
}
