import { HOUR_MS } from '@tickmark/core/days'
import type { Db, Tx } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import { type CallContext, operatorOf } from '../http/calls/context.ts'
import { tooMany } from '../http/calls/refused.ts'
import { recordAction } from '../operators/actionLogStore.ts'
import { READING, readSince, wasRead } from '../operators/readingStore.ts'

const WINDOW_MS = HOUR_MS
/** Users that an operator may view in an hour; below, orders, withdrawals and conversations. */
const MOST_PEOPLE = 60
const MOST_OTHERS = 600

/**
 * Logs that an operator reads about a user, an order, a withdrawal or a conversation, once an hour for each; refuses too many.
 * The user returned by `ownerIn` sees it in the settings.
 */
export async function noteReading(
  db: Db,
  { subject, ownerIn }: { subject: string; ownerIn: (tx: Tx) => Promise<number | undefined> },
  context: CallContext,
): Promise<void> {
  const operator = operatorOf(context).address
  const { nowMs } = context
  const sinceMs = nowMs - WINDOW_MS
  // Screens poll every few seconds.
  if (await wasRead(db, operator, subject, sinceMs)) return
  await transact(db, async (tx) => {
    const read = await readSince(tx, operator, sinceMs)
    if (read.has(subject)) return
    const alike = [...read].filter(([one]) => isUser(one) === isUser(subject)).map(([, atMs]) => atMs)
    if (alike.length >= (isUser(subject) ? MOST_PEOPLE : MOST_OTHERS))
      throw tooMany(Math.min(...alike) + WINDOW_MS - nowMs)
    const userId = await ownerIn(tx)
    const action = { operator, action: READING, subject, atMs: nowMs }
    await recordAction(tx, userId === undefined ? action : { ...action, userId })
  })
}

function isUser(subject: string): boolean {
  return subject.startsWith('user ')
}
