import type { Tx } from '../db/pool.ts'
import type { MessagesDeps } from './ports.ts'
import type {} from './events.ts'
import { countUnread, markReadByRef } from './store.ts'

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
