import { transact } from '../db/transact.ts'
import type { MessagesDeps } from './ports.ts'
import { countUnread, markRead, markReadByRef } from './store.ts'
import type { Tx } from '../db/pool.ts'
import type {} from './events.ts'

/**
 * Marks the user's messages as read (all for null) and notifies the user's other windows. Returns how many are still
 * unread.
 */
export function readMessages(
  { database, events }: Pick<MessagesDeps, 'database' | 'events'>,
  userId: number,
  ids: readonly string[] | null,
  nowMs: number,
): Promise<number> {
  return transact(database.db, async (tx) => {
    const marked = await markRead(tx, userId, ids, nowMs)
    const unread = await countUnread(tx, userId)
    if (marked > 0) await events.emit(tx, 'messages_read', { userId, unread })
    return unread
  })
}

/**
 * Marks a user's messages as read when their refs begin with this prefix, and notifies the user's pages. Runs in the
 * transaction in which the user read the conversation.
 */
export async function markThreadRead(
  { events }: Pick<MessagesDeps, 'events'>,
  tx: Tx,
  { userId, refPrefix, atMs }: { userId: number; refPrefix: string; atMs: number },
): Promise<void> {
  if ((await markReadByRef(tx, userId, refPrefix, atMs)) === 0) return
  const unread = await countUnread(tx, userId)
  await events.emit(tx, 'messages_read', { userId, unread })
}
