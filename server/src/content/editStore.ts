import type { AnswerArea, ContentKind } from '@tickmark/wire/schemas/content'
import type { Language } from '@tickmark/texts/languages'
import { sql } from 'kysely'
import { lockAll } from '../db/locks.ts'
import type { Reader, Tx } from '../db/pool.ts'
import type {} from './tables.ts'

/** An item as editors see it. */
export interface StoredItem {
  id: number
  kind: ContentKind
  key: string
  title: string
  area: AnswerArea | null
  type: number | null
  source: string
  picture: string | null
  state: 'draft' | 'published' | 'withdrawn'
  publishAtMs: number | null
  languages: Language[]
}

export interface NewItem {
  kind: ContentKind
  key: string
  area: AnswerArea | null
  type: number | null
  /**
   * Position of an answer in its area. Null: an answer by an editor goes last, one that ships with the app gets 0 and
   * goes first.
   */
  place: number | null
  source: string
  picture: string | null
}

export interface Revision {
  number: number
  language: Language
  title: string
  raw: string
  clean: string
  /** SHA-256 of `clean`. */
  hash: Buffer
  atMs: number
  by: string
}

const item = sql.raw(`
  id, kind, key, area, type, source, picture, state, publish_at as "publishAtMs",
  (select title from content_revision where item = content_item.id
    order by (language = 'english') desc, number desc limit 1) as title,
  array(select distinct language from content_revision where item = content_item.id) as languages`)

type ItemRow = Omit<StoredItem, 'publishAtMs'> & { publishAtMs: bigint | null }

export async function listItems(
  reader: Reader,
  kind: ContentKind,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<StoredItem[]> {
  const { rows } = await sql<ItemRow>`
    select ${item} from content_item where kind = ${kind}
    order by id desc limit ${pageSize} offset ${page * pageSize}`.execute(reader)
  return rows.map(itemOf)
}

export async function countItems(reader: Reader, kind: ContentKind): Promise<number> {
  const query = reader.selectFrom('content_item').select((select) => select.fn.countAll<bigint>().as('count'))
  return Number((await query.where('kind', '=', kind).executeTakeFirstOrThrow()).count)
}

export async function findItem(reader: Reader, id: number): Promise<StoredItem | null> {
  const { rows } = await sql<ItemRow>`select ${item} from content_item where id = ${id}`.execute(reader)
  return rows[0] ? itemOf(rows[0]) : null
}

/** Serializes the editors of one item until the commit; false when there is no such item. */
export async function lockItem(tx: Tx, id: number): Promise<boolean> {
  const query = tx.selectFrom('content_item').select('id').where('id', '=', id).forUpdate()
  return (await query.executeTakeFirst()) !== undefined
}

/** Inserts a draft; returns its number. */
export async function insertItem(tx: Tx, given: NewItem): Promise<number> {
  const { kind, key, area, type, place, source, picture } = given
  const { rows } = await sql<{ id: number }>`
    insert into content_item (kind, key, area, type, place, source, picture)
    values (${kind}, ${key}, ${area}, ${type},
      coalesce(${place}::int, (select max(place) + 1 from content_item where area = ${area}::text), 1),
      ${source}, ${picture})
    returning id`.execute(tx)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('an item was not put in')
  return id
}

export async function setState(
  tx: Tx,
  id: number,
  state: StoredItem['state'],
  publishAtMs: number | null,
): Promise<void> {
  const publishAt = publishAtMs === null ? null : BigInt(publishAtMs)
  await tx.updateTable('content_item').set({ state, publish_at: publishAt }).where('id', '=', id).execute()
}

export async function listRevisions(reader: Reader, id: number): Promise<Revision[]> {
  const query = reader.selectFrom('content_revision').selectAll().where('item', '=', id).orderBy('number')
  const rows = await query.execute()
  return rows.map(({ number, language, title, raw, clean, hash, at_ms, by }) => {
    return { number, language: language as Language, title, raw, clean, hash, atMs: Number(at_ms), by }
  })
}

/** Numbers of an item's newest revision, in any language and in one; 0 when there is none. */
export async function newestNumbers(
  reader: Reader,
  id: number,
  language: Language,
): Promise<{ ofAll: number; ofLanguage: number }> {
  const { rows } = await sql<{ ofAll: number; ofLanguage: number }>`
    select coalesce(max(number), 0) as "ofAll",
      coalesce(max(number) filter (where language = ${language}), 0) as "ofLanguage"
    from content_revision where item = ${id}`.execute(reader)
  return rows[0] ?? { ofAll: 0, ofLanguage: 0 }
}

export async function insertRevisions(
  tx: Tx,
  given: readonly (Revision & { item: number })[],
): Promise<void> {
  const rows = given.map(({ atMs, ...revision }) => ({ ...revision, at_ms: BigInt(atMs) }))
  await tx.insertInto('content_revision').values(rows).execute()
}

/** Serializes the processes that insert shipped content, until the commit. */
export async function lockShipping(tx: Tx): Promise<void> {
  await lockAll(tx, 'shippedTexts')
}

/** Which of these keys already have items. */
export async function knownKeys(reader: Reader, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select key from content_item where key = any(${keys}::text[])`.execute(reader)
  return new Set(rows.map(({ key }) => key))
}

/** Inserts items as published at once; returns their numbers by key. */
export async function insertPublished(
  tx: Tx,
  items: readonly (NewItem & { publishAtMs: number })[],
): Promise<Map<string, number>> {
  const values = items.map(({ place, publishAtMs, ...row }) => {
    return { ...row, place: place ?? 0, state: 'published', publish_at: BigInt(publishAtMs) }
  })
  const rows = await tx.insertInto('content_item').values(values).returning(['id', 'key']).execute()
  return new Map(rows.map(({ id, key }) => [key, id]))
}

function itemOf(row: ItemRow): StoredItem {
  return { ...row, publishAtMs: row.publishAtMs === null ? null : Number(row.publishAtMs) }
}
