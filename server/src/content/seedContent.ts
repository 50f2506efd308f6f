import { LANGUAGES } from '@tickmark/texts/languages'
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
import { type SeedItem, readShipped, readShippedPicture, SEED_FOLDER } from './seedFiles.ts'

const HOUR_MS = 3_600_000
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
