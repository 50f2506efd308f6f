import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ANSWER_AREAS, CONTENT_KINDS } from '@tickmark/wire/schemas/content'
import { type Language, LANGUAGES } from '@tickmark/texts/languages'
import * as z from 'zod/mini'
import { type Log, messageOf } from '../platform/log.ts'

/** Folder of the sandbox's content: JSON files of items, and `pictures/<name>.jpg`. */
export const SEED_FOLDER = join(import.meta.dirname, 'seed')

/** One shipped item, with every language. */
export const seedItem = z.object({
  kind: z.enum(CONTENT_KINDS),
  /** Unique and permanent, such as "news.how-odds-are-made"; an item is inserted once by it. */
  key: z.string(),
  /** For an answer. */
  area: z.optional(z.enum(ANSWER_AREAS)),
  /** For a notice or a text: its type number. */
  type: z.optional(z.int()),
  /** For an answer: its position in its area, from 1. */
  place: z.optional(z.int()),
  /** For news: how many hours before the first start it is dated. */
  hoursAgo: z.optional(z.int()),
  source: z.optional(z.string()),
  /** For news: the name of a shipped picture, without its extension. */
  picture: z.optional(z.string()),
  texts: z.object(
    Object.fromEntries(LANGUAGES.map((one) => [one, z.object({ title: z.string(), html: z.string() })])) as {
      [K in Language]: z.ZodMiniObject<{ title: z.ZodMiniString; html: z.ZodMiniString }>
    },
  ),
})
export type SeedItem = z.output<typeof seedItem>

const seedFile = z.array(seedItem)

/** Reads the items of a folder, in the order of the file names; logs and skips a file that it cannot read. */
export function readShipped(folder: string, log: Log): SeedItem[] {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []
  return names.toSorted().flatMap((name) => {
    try {
      return z.parse(seedFile, JSON.parse(readFileSync(join(folder, name), 'utf8')))
    } catch (thrown) {
      log.error('a file of shipped content cannot be read', {
        name,
        reason: messageOf(thrown),
      })
      return []
    }
  })
}

/** A shipped picture's bytes; null when there is none of that name. */
export function readShippedPicture(folder: string, name: string): Buffer | null {
  const path = join(folder, 'pictures', `${name}.jpg`)
  return /^[a-z0-9-]+$/.test(name) && existsSync(path) ? readFileSync(path) : null
}
