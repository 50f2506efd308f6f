import { type Selectable, sql } from 'kysely'
import { type Subject, SUBJECTS } from '@tickmark/wire/schemas/support'
import { type SubjectFacts, subjectFacts } from '@tickmark/wire/texts/subjects/subjects'
import * as z from 'zod/mini'
import { lockUser } from '../db/locks.ts'
import type { Reader, Tx } from '../db/pool.ts'
import type { ThreadTable } from './tables.ts'

/** A conversation with support. Times in ms since 1970. */
export interface Thread {
  id: string
  userId: number
  subject: Subject
  subjectId: string | null
  facts: SubjectFacts
  openedAtMs: number
  movedAtMs: number
  /** Since when the user waits for an answer; null when not waiting. */
  waitingSinceMs: number | null
  /** Number of messages, which is the number of the latest. */
  messages: number
}

/** A conversation as a list shows it to one side. */
export interface ListedThread extends Thread {
  /** The beginning of the latest message; empty for a picture. */
  latest: string
  /** The other side's messages that this side has not read. */
  unread: number
}

/** The two sides of a conversation. */
export type Side = 'user' | 'support'

/** Maximum number of conversations in a user's list. */
const LISTED = 50
/** Maximum number of characters of the latest message in a list. */
const SHOWN = 200

/** Serializes the opening of one user's conversations, until the end of the transaction. */
export async function lockThreadsOf(tx: Tx, userId: number): Promise<void> {
  await lockUser(tx, 'threads', userId)
}

/** The id of the user's conversation about the subject with this id; without one, of a conversation that has no message yet. */
export async function threadAbout(
  reader: Reader,
  userId: number,
  subject: Subject,
  subjectId: string | null,
): Promise<string | null> {
  const own = reader
    .selectFrom('thread')
    .select('id')
    .where('user_id', '=', BigInt(userId))
    .where('subject', '=', subject)
  const row = await (
    subjectId === null ? own.where('messages', '=', 0) : own.where('subject_id', '=', subjectId)
  ).executeTakeFirst()
  return row?.id ?? null
}

/** The number of conversations that a user has opened since a time (ms since 1970). */
export async function countThreads(reader: Reader, userId: number, sinceMs: number): Promise<number> {
  const { count } = await reader
    .selectFrom('thread')
    .select((all) => all.fn.countAll<bigint>().as('count'))
    .where('user_id', '=', BigInt(userId))
    .where('opened_at_ms', '>=', BigInt(sinceMs))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertThread(tx: Tx, thread: Thread): Promise<void> {
  await tx
    .insertInto('thread')
    .values({
      id: thread.id,
      user_id: BigInt(thread.userId),
      subject: thread.subject,
      subject_id: thread.subjectId,
      facts: JSON.stringify(thread.facts),
      opened_at_ms: BigInt(thread.openedAtMs),
      moved_at_ms: BigInt(thread.movedAtMs),
      waiting_since_ms: null,
    })
    .execute()
}

/** Owner of the conversations that a query may see: one user, or anybody for support. */
export type Owner = number | 'anybody'

/** Locks a conversation until the end of the transaction; null when it does not exist or belongs to another user. */
export async function lockThread(tx: Tx, owner: Owner, id: string): Promise<Thread | null> {
  let asked = tx.selectFrom('thread').selectAll().where('id', '=', id)
  if (owner !== 'anybody') asked = asked.where('user_id', '=', BigInt(owner))
  const row = await asked.forUpdate().executeTakeFirst()
  return row ? threadOfRow(row) : null
}

/** Locks conversations until the end of the transaction, always in the same order; returns their owners. */
export async function lockThreads(tx: Tx, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('thread')
    .select(['id', 'user_id'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, Number(row.user_id)]))
}

/** The user of a conversation; null when it does not exist or belongs to another user. */
export async function ownerOfThread(reader: Reader, owner: Owner, id: string): Promise<number | null> {
  let asked = reader.selectFrom('thread').select('user_id').where('id', '=', id)
  if (owner !== 'anybody') asked = asked.where('user_id', '=', BigInt(owner))
  const row = await asked.executeTakeFirst()
  return row ? Number(row.user_id) : null
}

/** A conversation as its owner or support sees it; null when it does not exist or belongs to another user. */
export async function threadById(reader: Reader, owner: Owner, id: string): Promise<ListedThread | null> {
  const side = owner === 'anybody' ? 'support' : 'user'
  let asked = listed(reader, side).where('thread.id', '=', id)
  if (owner !== 'anybody') asked = asked.where('thread.user_id', '=', BigInt(owner))
  const row = await asked.executeTakeFirst()
  return row ? listedOfRow(row) : null
}

/** A user's conversations, latest activity first; at most 50. */
export async function listThreads(reader: Reader, userId: number): Promise<ListedThread[]> {
  const rows = await listed(reader, 'user')
    .where('thread.user_id', '=', BigInt(userId))
    .orderBy('thread.moved_at_ms', 'desc')
    .orderBy('thread.id', 'desc')
    .limit(LISTED)
    .execute()
  return rows.map(listedOfRow)
}

export interface InboxPage {
  list: ListedThread[]
  total: number
  waiting: number
}

/**
 * All conversations with messages: the longest waiting of each user first, the longest wait on top, then the second ones and so on, so
 * that nobody with many pushes back those with one; then the others by latest message. `page` from 0.
 */
export async function inboxPage(reader: Reader, page: number, pageSize: number): Promise<InboxPage> {
  // Selects the page by its index first; the other columns are read for that page only.
  const { rows: ids } = await sql<{ id: string }>`
    with waiting as (
      select id, waiting_since_ms, moved_at_ms,
        row_number() over (partition by user_id order by waiting_since_ms, moved_at_ms desc, id desc) as turn
      from thread where messages > 0 and waiting_since_ms is not null),
    rest as (
      select id, null::bigint, moved_at_ms, null::bigint from thread
      where messages > 0 and waiting_since_ms is null
      order by moved_at_ms desc, id desc limit ${(page + 1) * pageSize})
    select id from (select * from waiting union all select * from rest) one
    order by turn, waiting_since_ms, moved_at_ms desc, id desc
    limit ${pageSize} offset ${page * pageSize}`.execute(reader)
  const known = await listed(reader, 'support')
    .where(sql<boolean>`thread.id = any(${ids.map((one) => one.id)}::uuid[])`)
    .execute()
  const rows = ids.flatMap(({ id }) => known.find((one) => one.id === id) ?? [])
  const counted = await reader
    .selectFrom('thread')
    .select((all) => [
      all.fn.countAll<bigint>().as('total'),
      all.fn.count<bigint>('waiting_since_ms').as('waiting'),
    ])
    .where('messages', '>', 0)
    .executeTakeFirstOrThrow()
  return { list: rows.map(listedOfRow), total: Number(counted.total), waiting: Number(counted.waiting) }
}

/** Number of conversations that wait for an answer, and since when the longest has waited. */
export async function waitingThreads(
  reader: Reader,
): Promise<{ waiting: number; oldestAtMs: number | null }> {
  const row = await reader
    .selectFrom('thread')
    .select((all) => [
      all.fn.countAll<bigint>().as('waiting'),
      all.fn.min<bigint | null>('waiting_since_ms').as('oldest'),
    ])
    .where('messages', '>', 0)
    .where('waiting_since_ms', 'is not', null)
    .executeTakeFirstOrThrow()
  return { waiting: Number(row.waiting), oldestAtMs: row.oldest === null ? null : Number(row.oldest) }
}

/** Records a locked conversation's next message. */
export async function growThread(
  tx: Tx,
  id: string,
  to: { messages: number; movedAtMs: number; waitingSinceMs: number | null },
): Promise<void> {
  await tx
    .updateTable('thread')
    .set({
      messages: to.messages,
      moved_at_ms: BigInt(to.movedAtMs),
      waiting_since_ms: to.waitingSinceMs === null ? null : BigInt(to.waitingSinceMs),
    })
    .where('id', '=', id)
    .execute()
}

function listed(reader: Reader, side: Side) {
  return reader
    .selectFrom('thread')
    .leftJoin('chat_message as last', (join) =>
      join.onRef('last.thread', '=', 'thread.id').onRef('last.number', '=', 'thread.messages'),
    )
    .selectAll('thread')
    .select(sql<string>`coalesce(left(last.text, ${SHOWN}), '')`.as('latest'))
    .select((from) =>
      from
        .selectFrom('chat_message as other')
        .select((all) => all.fn.countAll<bigint>().as('count'))
        .whereRef('other.thread', '=', 'thread.id')
        .where('other.from_user', '=', side === 'support')
        .where('other.read_at_ms', 'is', null)
        .as('unread'),
    )
}

function listedOfRow(row: Selectable<ThreadTable> & { latest: string; unread: bigint | null }): ListedThread {
  return { ...threadOfRow(row), latest: row.latest, unread: Number(row.unread) }
}

/** The facts beside a general conversation. */
export const NO_FACTS: SubjectFacts = { about: [], lines: [] }

/** Omits facts that this version does not know; a newer server on the same database may write them. */
function threadOfRow(row: Selectable<ThreadTable>): Thread {
  const facts = z.safeParse(subjectFacts, JSON.parse(row.facts))
  return {
    id: row.id,
    userId: Number(row.user_id),
    subject: z.parse(z.enum(SUBJECTS), row.subject),
    subjectId: row.subject_id,
    facts: facts.success ? facts.data : NO_FACTS,
    openedAtMs: Number(row.opened_at_ms),
    movedAtMs: Number(row.moved_at_ms),
    waitingSinceMs: row.waiting_since_ms === null ? null : Number(row.waiting_since_ms),
    messages: row.messages,
  }
}
