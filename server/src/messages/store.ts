import { MESSAGE_KINDS, type MessageKind, type NewMessage } from '@tickmark/wire/messages/kinds'
import { MESSAGE_CATEGORIES, type MessageCategory } from '@tickmark/wire/schemas/messages'
import { type Selectable, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db, Reader, Tx } from '../db/pool.ts'
import type { MessageTable } from './tables.ts'

/** A stored message. */
export interface Message {
  id: string
  userId: number
  kind: MessageKind
  category: MessageCategory
  facts: Readonly<Record<string, string>>
  atMs: number
  isRead: boolean
}

/** A message to write, with its id and category, and the time of its pushes. */
export type Draft = NewMessage & { id: string; category: MessageCategory; pushAtMs: number }

/** The result of a draft that was written. */
export interface Written {
  id: string
  userId: number
  isMuted: boolean
}

/**
 * Writes messages, each once for its user and ref, and a job for each browser to notify. Returns the messages that are
 * new, in the order of the drafts, and the number of their jobs. Locks each browser of a job until the commit, so that
 * it cannot be deleted meanwhile. Skips a browser that is being deleted, without waiting.
 */
export async function insertMessages(
  tx: Tx,
  drafts: readonly Draft[],
): Promise<{ written: Written[]; pushes: number }> {
  if (drafts.length === 0) return { written: [], pushes: 0 }
  const given = drafts.map(({ id, userId, kind, category, facts, ref, atMs, pushAtMs }) => {
    return { id, user_id: userId, kind, category, facts, ref, at_ms: atMs, push_at_ms: pushAtMs }
  })
  const { rows } = await sql<{ id: string; user_id: bigint; muted: boolean; pushes: bigint }>`
    with item as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as item (id uuid, user_id bigint,
        kind text, category text, facts jsonb, ref text, at_ms bigint, push_at_ms bigint)),
    fresh as (
      insert into message (id, user_id, kind, category, facts, ref, at_ms)
      select id, user_id, kind, category, facts, ref, at_ms from item order by user_id, ref
      on conflict on constraint message_once do nothing
      returning id, user_id, category),
    told as (
      select fresh.*, item.push_at_ms, exists (select from message_mute m
        where m.user_id = fresh.user_id and m.category = fresh.category) as muted
      from fresh join item using (id)),
    job as (
      insert into push_job (message, subscription, due_at_ms)
      select told.id, s.id, told.push_at_ms from told join push_subscription s on s.user_id = told.user_id
      where not told.muted
      for key share of s skip locked
      returning message)
    select id, user_id, muted, (select count(*) from job) as pushes
    from told order by id`.execute(tx)
  const written = rows.map((row) => ({ id: row.id, userId: Number(row.user_id), isMuted: row.muted }))
  return { written, pushes: Number(rows[0]?.pushes ?? 0n) }
}

export interface PageQuery {
  userId: number
  pageSize: number
  /** Counted from 0. Not used when `before` is given. */
  page: number
  /** Only messages older than this one. Paging by key does not shift when new messages arrive. */
  before: string | undefined
}

/** The user's messages, newest first (ids sort by time). */
export async function listMessages(
  reader: Reader,
  query: PageQuery,
): Promise<{ list: Message[]; total: number }> {
  const total = await countMessages(reader, query.userId)
  const mine = reader.selectFrom('message').where('user_id', '=', BigInt(query.userId))
  let page = mine.selectAll().orderBy('id', 'desc').limit(query.pageSize)
  if (query.before !== undefined) page = page.where('id', '<', query.before)
  else page = page.offset(query.page * query.pageSize)
  const rows = await page.execute()
  return { list: rows.flatMap(messageOfRow), total }
}

/** Number of the user's messages. */
export async function countMessages(reader: Reader, userId: number): Promise<number> {
  const mine = reader.selectFrom('message').where('user_id', '=', BigInt(userId))
  const counted = await mine.select((all) => all.fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow()
  return Number(counted.total)
}

/** Unread messages of categories that are not muted. */
export async function countUnread(reader: Reader, userId: number): Promise<number> {
  const { rows } = await sql<{ unread: bigint }>`
    select count(*) as unread from message m where user_id = ${BigInt(userId)} and read_at_ms is null
      and not exists (select from message_mute u where u.user_id = m.user_id and u.category = m.category)`.execute(
    reader,
  )
  return Number(rows[0]?.unread ?? 0n)
}

/** Marks the user's messages as read, all for null; returns how many were unread. */
export async function markRead(
  tx: Tx,
  userId: number,
  ids: readonly string[] | null,
  nowMs: number,
): Promise<number> {
  let mine = tx
    .updateTable('message')
    .set({ read_at_ms: BigInt(nowMs) })
    .where('user_id', '=', BigInt(userId))
    .where('read_at_ms', 'is', null)
  if (ids !== null) mine = mine.where('id', 'in', ids)
  const { numUpdatedRows } = await mine.executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Marks the user's messages as read whose refs begin with this prefix; returns how many were unread. */
export async function markReadByRef(
  tx: Tx,
  userId: number,
  refPrefix: string,
  nowMs: number,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('message')
    .set({ read_at_ms: BigInt(nowMs) })
    .where('user_id', '=', BigInt(userId))
    .where('read_at_ms', 'is', null)
    .where(sql<boolean>`starts_with(ref, ${refPrefix})`)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

export async function mutedOf(reader: Reader, userId: number): Promise<MessageCategory[]> {
  const rows = await reader
    .selectFrom('message_mute')
    .select('category')
    .where('user_id', '=', BigInt(userId))
    .execute()
  const muted = rows.map((row) => row.category)
  return MESSAGE_CATEGORIES.filter((one) => muted.includes(one))
}

export async function setMuted(
  db: Db,
  userId: number,
  category: MessageCategory,
  isMuted: boolean,
): Promise<void> {
  const row = { user_id: BigInt(userId), category }
  if (isMuted) {
    await db
      .insertInto('message_mute')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  } else {
    await db
      .deleteFrom('message_mute')
      .where('user_id', '=', row.user_id)
      .where('category', '=', category)
      .execute()
  }
}

const factsSchema = z.record(z.string(), z.string())

/** Empty for a kind that this version does not know, written by a newer server on the same database. */
export function messageOfRow(row: Omit<Selectable<MessageTable>, 'ref'>): Message[] {
  const kind = MESSAGE_KINDS.find((one) => one === row.kind)
  const category = MESSAGE_CATEGORIES.find((one) => one === row.category)
  if (!kind || !category) return []
  const facts = z.parse(factsSchema, JSON.parse(row.facts))
  const { id, user_id, at_ms, read_at_ms } = row
  return [
    { id, userId: Number(user_id), kind, category, facts, atMs: Number(at_ms), isRead: read_at_ms !== null },
  ]
}
