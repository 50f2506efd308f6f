import { categoryOf, linkOf, type MessageKind, type NewMessage } from '@tickmark/wire/messages/kinds'
import { inboxText } from './inboxText.ts'
import { DEFAULT_LANGUAGE } from '@tickmark/texts/languages'
import { newTimeId } from '../db/timeId.ts'
import type { Tx } from '../db/pool.ts'
import { afterCommit } from '../db/transact.ts'
import { messageOf } from '../platform/log.ts'
import type { MessagesDeps } from './ports.ts'
import type {} from './events.ts'
import { dropOldestJobs } from './pushStore.ts'
import { type Draft, insertMessages, type Written } from './store.ts'

type NotifyDeps = Pick<MessagesDeps, 'database' | 'clock' | 'log' | 'languagesOf' | 'events' | 'live'>

/** Writes messages in the transaction of the event that causes them. */
export type Notify = (tx: Tx, messages: readonly NewMessage[]) => Promise<void>

/** A user who is reading the chat has read the reply by then, and gets no push. */
const PUSH_AFTER_MS: Readonly<Partial<Record<MessageKind, number>>> = { support_replied: 20_000 }

/** Pushes that wait for one browser, as long as its service does not take them. */
const MOST_WAITING = 50

/**
 * Creates the function that writes an event's messages in its transaction: a message and its cause commit together. A
 * repeat of a user's ref writes nothing. After the commit it notifies the user's open pages, and calls `wake` when
 * there are pushes. Locks only the new rows, and takes key-share locks of the users' browsers without waiting.
 */
export function createNotify(deps: NotifyDeps, wake: () => void): Notify {
  return async (tx, messages) => {
    const drafts = messages.map((message): Draft => {
      const nowMs = deps.clock.nowMs()
      const pushAtMs = nowMs + (PUSH_AFTER_MS[message.kind] ?? 0)
      return { ...message, id: newTimeId(nowMs), category: categoryOf(message.kind), pushAtMs }
    })
    const { written, pushes } = await insertMessages(tx, drafts)
    if (pushes > 0) {
      await dropOldestJobs(tx, [...new Set(written.map((one) => one.userId))], MOST_WAITING)
      afterCommit(tx, wake)
    }
    const heard = written.filter((one) => deps.live.hasOpenPage(one.userId))
    if (heard.length > 0) afterCommit(tx, () => void tell(deps, drafts, heard))
  }
}

/** Not awaited: the message list has the message in any case. */
async function tell(deps: NotifyDeps, drafts: readonly Draft[], heard: readonly Written[]): Promise<void> {
  try {
    const languages = await deps.languagesOf(deps.database.db, [...new Set(heard.map((one) => one.userId))])
    const byId = new Map(drafts.map((one) => [one.id, one]))
    for (const { id, userId, isMuted } of heard) {
      const draft = byId.get(id)
      if (!draft) continue
      const { kind, category, facts } = draft
      const { title } = inboxText(kind, languages.get(userId) ?? DEFAULT_LANGUAGE, facts)
      const link = linkOf(kind, facts)
      deps.events.announce('message_written', { userId, id, category, title, link, muted: isMuted })
    }
  } catch (thrown) {
    deps.log.warn('open pages were not notified of messages', { reason: messageOf(thrown) })
  }
}
