import { HOUR_MS } from '@tickmark/core/days'
import { LANGUAGES, type Language } from '@tickmark/texts/languages'
import type { Db, Tx } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import { type Log, messageOf } from '../platform/log.ts'
import { seedPicture } from '../media/files.ts'
import { isWhole, writtenOf } from './edit.ts'
import {
  insertPublished,
  insertRevisions,
  knownKeys,
  lockShipping,
  type NewItem,
  type Revision,
} from './editStore.ts'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ANSWER_AREAS, CONTENT_KINDS } from '@tickmark/wire/schemas/content'
import * as z from 'zod/mini'

/** Author of the content that ships with the app. */
const AUTHOR = 'seed'

/**
 * Inserts the shipped items that are missing, by key; an existing item is an editor's own and stays unchanged. All in
 * one transaction, once, even if several processes start together. Returns the number of new items.
 */
export async function seedContent(
  db: Db,
  given: { nowMs: number; log: Log; folder?: string },
): Promise<number> {
  const { nowMs, log, folder = SEED_FOLDER } = given
  const items = readShipped(folder, log)
  const known = await knownKeys(
    db,
    items.map(({ key }) => key),
  )
  const cleaned = items.filter(({ key }) => !known.has(key)).flatMap((item) => cleanOf(item, nowMs, log))
  if (cleaned.length === 0) return 0
  return transact(db, async (tx) => {
    await lockShipping(tx)
    const late = await knownKeys(
      tx,
      cleaned.map(({ item }) => item.key),
    )
    const fresh = cleaned.filter(({ item }) => !late.has(item.key))
    if (fresh.length > 0) await putIn(tx, fresh, { nowMs, log, folder })
    return fresh.length
  })
}

interface Cleaned {
  item: SeedItem
  revisions: Revision[]
}

function cleanOf(item: SeedItem, nowMs: number, log: Log): Cleaned[] {
  const { area = null, type = null } = item
  try {
    if (!isWhole({ ...item, area, type })) throw new Error('its kind needs another area or type')
    const revisions = LANGUAGES.map((language, at) => {
      const { title, html } = item.texts[language]
      return { ...writtenOf({ language, title, html }, AUTHOR, nowMs), number: at + 1 }
    })
    return [{ item, revisions }]
  } catch (thrown) {
    log.error('a shipped item was skipped', { key: item.key, reason: messageOf(thrown) })
    return []
  }
}

async function putIn(
  tx: Tx,
  fresh: readonly Cleaned[],
  { nowMs, log, folder }: { nowMs: number; log: Log; folder: string },
): Promise<void> {
  const pictures = new Map<string, string | null>()
  for (const { item } of fresh) {
    const name = item.picture
    if (name === undefined || pictures.has(name)) continue
    const bytes = readShippedPicture(folder, name)
    const id = bytes && (await seedPicture(tx, bytes, nowMs))
    if (id === null) log.error('a shipped picture was skipped', { name })
    pictures.set(name, id)
  }
  const rows = fresh.map(({ item }): NewItem & { publishAtMs: number } => ({
    kind: item.kind,
    key: item.key,
    area: item.area ?? null,
    type: item.type ?? null,
    place: item.place ?? null,
    source: item.source ?? '',
    picture: pictures.get(item.picture ?? '') ?? null,
    publishAtMs: nowMs - (item.hoursAgo ?? 0) * HOUR_MS,
  }))
  const numbers = await insertPublished(tx, rows)
  const revisions = fresh.flatMap(({ item, revisions }) => {
    const number = numbers.get(item.key)
    return number === undefined ? [] : revisions.map((one) => ({ ...one, item: number }))
  })
  await insertRevisions(tx, revisions)
}

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
function readShippedPicture(folder: string, name: string): Buffer | null {
  const path = join(folder, 'pictures', `${name}.jpg`)
  return /^[a-z0-9-]+$/.test(name) && existsSync(path) ? readFileSync(path) : null
}
