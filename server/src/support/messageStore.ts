import { type Selectable, sql } from 'kysely'
import type { Reader, Tx } from '../db/pool.ts'
import type { Side } from './store.ts'
import type { ChatMessageTable } from './tables.ts'

/** A chat message; only its delivery and read times ever change. Times in ms since 1970. */
export interface Message {
  id: string
  threadId: string
  /** Counts from 1 in its conversation, without gaps. */
  number: number
  from: Side
  /**
   * The operator's proven address, and the code by which the user knows the operator; null for the user's own messages.
   */
  operator: { address: string; code: string } | null
  key: string
  text: string
  files: readonly string[]
  atMs: number
  deliveredAtMs: number | null
  readAtMs: number | null
}

export async function insertMessage(tx: Tx, message: Message): Promise<void> {
  await tx
    .insertInto('chat_message')
    .values({
      id: message.id,
      thread: message.threadId,
      number: message.number,
      from_user: message.from === 'user',
      operator: message.operator?.address ?? null,
      operator_name: message.operator?.code ?? '',
      key: message.key,
      text: message.text,
      files: [...message.files],
      at_ms: BigInt(message.atMs),
      delivered_at_ms: null,
      read_at_ms: null,
    })
    .execute()
}

/** A side's earlier message with the same key, if any. */
export async function messageOfKey(
  reader: Reader,
  threadId: string,
  from: Side,
  key: string,
): Promise<Message | null> {
  const row = await reader
    .selectFrom('chat_message')
    .selectAll()
    .where('thread', '=', threadId)
    .where('from_user', '=', from === 'user')
    .where('key', '=', key)
    .executeTakeFirst()
  return row ? messageOfRow(row) : null
}

/**
 * A conversation's latest messages, or those before one of them; oldest first. Empty for a `before` that it does not
 * contain.
 */
export async function messagesOf(
  reader: Reader,
  threadId: string,
  before: string | undefined,
  most: number,
): Promise<Message[]> {
  let asked = reader.selectFrom('chat_message').selectAll().where('thread', '=', threadId)
  if (before !== undefined) {
    asked = asked.where('number', '<', (from) =>
      from
        .selectFrom('chat_message as known')
        .select('known.number')
        .where('known.thread', '=', threadId)
        .where('known.id', '=', before),
    )
  }
  const rows = await asked.orderBy('number', 'desc').limit(most).execute()
  return rows.map(messageOfRow).toReversed()
}

/** The first message of a side that the other side has not read; null when all are read. */
export async function firstUnread(reader: Reader, threadId: string, from: Side): Promise<string | null> {
  const row = await reader
    .selectFrom('chat_message')
    .select('id')
    .where('thread', '=', threadId)
    .where('from_user', '=', from === 'user')
    .where('read_at_ms', 'is', null)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** A message's number in its conversation; 0 when the conversation does not contain it. */
export async function numberOf(reader: Reader, threadId: string, id: string): Promise<number> {
  const row = await reader
    .selectFrom('chat_message')
    .select('number')
    .where('thread', '=', threadId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.number ?? 0
}

/** The number of support's messages that the user has not read, in all conversations. */
export async function countUnread(reader: Reader, userId: number): Promise<number> {
  const { count } = await reader
    .selectFrom('thread')
    .innerJoin('chat_message', 'chat_message.thread', 'thread.id')
    .select((all) => all.fn.countAll<bigint>().as('count'))
    .where('thread.user_id', '=', BigInt(userId))
    .where('chat_message.from_user', '=', false)
    .where('chat_message.read_at_ms', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Messages of a conversation that a page was shown: a range of numbers, both ends included. */
export interface Shown {
  threadId: string
  first: number
  last: number
}

/**
 * Marks a side's messages as delivered, for the ranges shown; returns how many were new, by conversation. Needs the
 * locks of the threads.
 */
export async function markDelivered(
  tx: Tx,
  shown: readonly Shown[],
  from: Side,
  atMs: number,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ thread: string; count: number }>`
    with seen as (
      select * from unnest(${shown.map((one) => one.threadId)}::uuid[], ${shown.map((one) => one.first)}::int[],
        ${shown.map((one) => one.last)}::int[]) as seen (thread, first, last)),
    done as (
      update chat_message set delivered_at_ms = ${BigInt(atMs)} from seen
      where chat_message.thread = seen.thread and number between first and last
        and from_user = ${from === 'user'} and read_at_ms is null and delivered_at_ms is null
      returning chat_message.thread)
    select thread, count(*)::int as count from done group by thread`.execute(tx)
  return new Map(rows.map((row) => [row.thread, row.count]))
}

/**
 * Marks a side's messages as read, and so as delivered, up to a number; returns how many were unread. Needs the
 * thread's lock.
 */
export async function markRead(
  tx: Tx,
  threadId: string,
  upTo: number,
  from: Side,
  atMs: number,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('chat_message')
    .set({
      read_at_ms: BigInt(atMs),
      delivered_at_ms: sql<bigint>`coalesce(delivered_at_ms, ${BigInt(atMs)})`,
    })
    .where('thread', '=', threadId)
    .where('from_user', '=', from === 'user')
    .where('number', '<=', upTo)
    .where('read_at_ms', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Those of the conversations that have undelivered messages of a side. */
export async function undelivered(
  reader: Reader,
  threadIds: readonly string[],
  from: Side,
): Promise<Set<string>> {
  const { rows } = await sql<{ thread: string }>`
    select distinct thread from chat_message
    where thread = any(${[...threadIds]}::uuid[]) and from_user = ${from === 'user'}
      and read_at_ms is null and delivered_at_ms is null`.execute(reader)
  return new Set(rows.map((row) => row.thread))
}

function messageOfRow(row: Selectable<ChatMessageTable>): Message {
  return {
    id: row.id,
    threadId: row.thread,
    number: row.number,
    from: row.from_user ? 'user' : 'support',
    operator: row.operator === null ? null : { address: row.operator, code: row.operator_name },
    key: row.key,
    text: row.text,
    files: row.files,
    atMs: Number(row.at_ms),
    deliveredAtMs: row.delivered_at_ms === null ? null : Number(row.delivered_at_ms),
    readAtMs: row.read_at_ms === null ? null : Number(row.read_at_ms),
  }
}
