import { transact } from '../db/transact.ts'
import type { MessagesDeps } from './ports.ts'
import { countUnread, markRead } from './store.ts'

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
