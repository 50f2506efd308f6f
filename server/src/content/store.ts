import type { ContentKind } from '@tickmark/wire/schemas/content'
import { DEFAULT_LANGUAGE, type Language } from '@tickmark/texts/languages'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../db/pool.ts'
import type {} from './tables.ts'

/** A published item in a reader's language, or in English when that text is missing. */
export interface Published {
  id: number
  title: string
  html: string
  area: string | null
  source: string
  picture: string | null
  publishAtMs: number
}

interface PublishedRow {
  id: number
  title: string
  clean: string
  area: string | null
  source: string
  picture: string | null
  publish_at: bigint
}

/** What a reader may see: the newest revision of what is published at that time. */
interface Sight {
  language: Language
  nowMs: number
}

/** News, newest first: a page counted from 0, or the items after `before` in that order. */
export function listNews(
  reader: Reader,
  sight: Sight,
  given: { page: number; pageSize: number; before: number | null },
): Promise<Published[]> {
  const { page, pageSize, before } = given
  if (before === null)
    return read(reader, sight, 'news', sql`true`, sql`limit ${pageSize} offset ${page * pageSize}`)
  // Two values instead of a row comparison, so that the index scan starts where the page begins.
  const publishAt = sql`(select publish_at from content_item where id = ${before} and kind = 'news')`
  const after = sql`(publish_at, id) < (${publishAt}, ${before}::int)`
  return read(reader, sight, 'news', after, sql`limit ${pageSize}`)
}

/** One article; an empty list when readers cannot see that number. */
export function listOneNews(reader: Reader, sight: Sight, id: number): Promise<Published[]> {
  return read(reader, sight, 'news', sql`id = ${id}`, sql`limit 1`)
}

export async function countNews(reader: Reader, nowMs: number): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from content_item
    where kind = 'news' and state = 'published' and publish_at <= ${BigInt(nowMs)}`.execute(reader)
  return Number(rows[0]?.count ?? 0)
}

/** Notices or hints of a type, newest first. */
export function listOfType(
  reader: Reader,
  sight: Sight,
  kind: 'notice' | 'text',
  type: number,
  most: number,
): Promise<Published[]> {
  return read(reader, sight, kind, sql`type = ${type}`, sql`limit ${most}`)
}

/** All answers, in reading order within each area. */
export async function listAnswers(reader: Reader, { language, nowMs }: Sight): Promise<Published[]> {
  const { rows } = await sql<PublishedRow>`
    select i.id, r.title, r.clean, i.area, i.source, i.picture, i.publish_at
    from content_item i cross join lateral ${newest(language)} r
    where i.kind = 'answer' and i.state = 'published' and i.publish_at <= ${BigInt(nowMs)}
    order by i.area, i.place, i.id`.execute(reader)
  return rows.map(publishedOf)
}

/** Support's stock answers, by title; only those written in this language. */
export async function listReplies(
  reader: Reader,
  { language, nowMs }: Sight,
): Promise<Pick<Published, 'id' | 'title' | 'html'>[]> {
  const { rows } = await sql<{ id: number; title: string; html: string }>`
    select i.id, r.title, r.clean as html from content_item i cross join lateral (
      select title, clean from content_revision
      where item = i.id and language = ${language} order by number desc limit 1
    ) r
    where i.kind = 'reply' and i.state = 'published' and i.publish_at <= ${BigInt(nowMs)}
    order by r.title, i.id`.execute(reader)
  return rows
}

/** Cuts the page from the index before reading any text. */
async function read(
  reader: Reader,
  { language, nowMs }: Sight,
  kind: ContentKind,
  which: RawBuilder<unknown>,
  cut: RawBuilder<unknown>,
): Promise<Published[]> {
  const { rows } = await sql<PublishedRow>`
    select i.id, r.title, r.clean, i.area, i.source, i.picture, i.publish_at
    from (
      select * from content_item
      where kind = ${kind} and state = 'published' and publish_at <= ${BigInt(nowMs)} and ${which}
      order by publish_at desc, id desc ${cut}
    ) i cross join lateral ${newest(language)} r
    order by i.publish_at desc, i.id desc`.execute(reader)
  return rows.map(publishedOf)
}

/** The newest revision of item `i` in a language, or else in English. */
function newest(language: Language): RawBuilder<unknown> {
  return sql`(
    select title, clean from content_revision
    where item = i.id and language in (${language}, ${DEFAULT_LANGUAGE})
    order by (language = ${language}) desc, number desc limit 1
  )`
}

function publishedOf({ clean, publish_at, ...row }: PublishedRow): Published {
  return { ...row, html: clean, publishAtMs: Number(publish_at) }
}
