import type { Subject } from '@tickmark/wire/schemas/support'
import { newTimeId } from '../db/timeId.ts'
import { transact } from '../db/transact.ts'
import { Refused } from '../http/calls/refused.ts'
import type { SupportDeps } from './ports.ts'
import { countThreads, insertThread, lockThreadsOf, NO_FACTS, type Thread, threadAbout } from './store.ts'

/** Maximum number of conversations that one user may open within the preceding days. */
const MOST_THREADS = 50
const COUNTED_MS = 30 * 86_400_000

/**
 * Returns the id of the user's conversation about a subject, and opens it if there is none. The facts beside it stay those of
 * that moment.
 */
export async function openThread(
  deps: Pick<SupportDeps, 'db' | 'describe'>,
  userId: number,
  about: { subject: Subject; id: string | null },
  nowMs: number,
): Promise<string> {
  const { subject, id } = about
  if ((subject === 'general') !== (id === null)) throw new Refused('thread_subject_unknown')
  const known = await threadAbout(deps.db, userId, subject, id)
  if (known !== null) return known
  const facts = subject === 'general' || id === null ? NO_FACTS : await deps.describe(userId, subject, id)
  if (!facts) throw new Refused('thread_subject_unknown')
  return transact(deps.db, async (tx) => {
    await lockThreadsOf(tx, userId)
    const meanwhile = await threadAbout(tx, userId, subject, id)
    if (meanwhile !== null) return meanwhile
    if ((await countThreads(tx, userId, nowMs - COUNTED_MS)) >= MOST_THREADS) {
      throw new Refused('threads_full', { most: String(MOST_THREADS) })
    }
    const thread: Thread = {
      id: newTimeId(nowMs),
      userId,
      subject,
      subjectId: id,
      facts,
      openedAtMs: nowMs,
      movedAtMs: nowMs,
      waitingSinceMs: null,
      messages: 0,
    }
    await insertThread(tx, thread)
    return thread.id
  })
}
