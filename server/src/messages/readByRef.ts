import type { Tx } from '../db/pool.ts'
import { afterCommit } from '../db/transact.ts'
import type { MessagesDeps } from './ports.ts'
import { countUnread, markReadByRef } from './store.ts'

/** Marks a user's messages as read whose refs begin so, in the transaction in which he read what they are about, and tells his pages. */
export async function readByRef(
  { publish }: Pick<MessagesDeps, 'publish'>,
  tx: Tx,
  { userId, refPrefix, atMs }: { userId: number; refPrefix: string; atMs: number },
): Promise<void> {
  if ((await markReadByRef(tx, userId, refPrefix, atMs)) === 0) return
  const unread = await countUnread(tx, userId)
  afterCommit(tx, () => publish(userId, { event: 'messages_read', unread }))
}
