import { type Selectable, sql } from 'kysely'
import type { Reader, Tx } from '../db/pool.ts'
import type { Side } from './store.ts'
import type { ChatMessageTable } from './tables.ts'

/** What somebody said; never changed but for how far it came. Times in ms since 1970. */
export interface Message {
  id: string
  threadId: string
  /** Counts from 1 in its conversation, without a gap. */
  number: number
  from: Side
  /** The address that the operator proved, and the code that the user knows him by; null for the user's own. */
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

/** What a side said with a key before, if it did. */
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

/** The latest messages of a conversation, or those before one of them; oldest first. Nothing before one that it does not have. */
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

/** The first message of a side that the other has not read; null when all are. */
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

/** The number of a message of a conversation; 0 for one that it does not have. */
export async function numberOf(reader: Reader, threadId: string, id: string): Promise<number> {
  const row = await reader
    .selectFrom('chat_message')
    .select('number')
    .where('thread', '=', threadId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.number ?? 0
}

/** What support said to the user and he has not read, in all his conversations. */
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

/** Messages of a conversation that a page was shown, by their numbers; both ends included. */
export interface Shown {
  threadId: string
  first: number
  last: number
}

/** Marks what a side said as delivered, as far as it was shown; replies with how many were not yet, by conversation. Under the locks of the threads. */
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

/** Marks what a side said up to a number as read, and so as delivered; replies with how many were not yet. Under the thread's lock. */
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

/** Those of the conversations in which a side said something that was not delivered. */
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
