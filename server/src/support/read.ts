import { assert } from '@tickmark/core/assert'
import { transact } from '../db/transact.ts'
import { Refused } from '../http/calls/refused.ts'
import { recordAction } from '../operators/actionLogStore.ts'
import type { SupportDeps } from './ports.ts'
import type {} from './events.ts'
import {
  firstUnread,
  markDelivered,
  markRead,
  type Message,
  messagesOf,
  numberOf,
  type Shown,
  undelivered,
} from './messageStore.ts'
import { refPrefix } from './writeMessage.ts'
import {
  inboxPage,
  type InboxPage,
  type ListedThread,
  lockThread,
  lockThreads,
  type Owner,
  type Side,
  threadById,
} from './store.ts'

export type ReadDeps = Pick<SupportDeps, 'db' | 'events'>

/** The reader: a user, or an operator on behalf of support. */
export type Reading = { userId: number } | { operator: string }

/** Messages in one answer. */
const PAGE = 30

export interface Page {
  thread: ListedThread
  /** Oldest first. */
  list: Message[]
  hasMore: boolean
}

/** A page of a conversation. Showing it marks the other side's messages as delivered. */
export async function showThread(
  deps: ReadDeps,
  reading: Reading,
  { threadId, before }: { threadId: string; before?: string | undefined },
  nowMs: number,
): Promise<Page> {
  const side = sideOf(reading)
  const thread = await threadById(deps.db, ownerOf(reading), threadId)
  if (!thread) throw new Refused('thread_unknown')
  const list = await messagesOf(deps.db, threadId, before, PAGE)
  const first = list[0]?.number ?? 1
  const page = { thread, list, hasMore: first > 1 }
  if (list.some((one) => one.from !== side && one.deliveredAtMs === null)) {
    await deliver(deps, reading, [{ threadId, first, last: list.at(-1)?.number ?? first }], nowMs)
  }
  return page
}

/** A page of all conversations, `page` from 0. Showing it marks the users' messages in them as delivered. */
export async function showInbox(
  deps: ReadDeps,
  operator: string,
  { page, pageSize }: { page: number; pageSize: number },
  nowMs: number,
): Promise<InboxPage> {
  const inbox = await inboxPage(deps.db, page, pageSize)
  const ids = inbox.list.map((one) => one.id)
  const fresh = await undelivered(deps.db, ids, 'user')
  const shown = inbox.list.filter((one) => fresh.has(one.id))
  const parts = shown.map((one) => ({ threadId: one.id, first: 1, last: one.messages }))
  if (parts.length > 0) await deliver(deps, { operator }, parts, nowMs)
  return inbox
}

/**
 * Marks the other side's messages as read, up to a message or else all; an unknown message marks none. Once the user
 * has read all replies, the messages about them become read too. Returns how many were unread.
 */
export function readThread(
  deps: ReadDeps,
  reading: Reading,
  { threadId, upTo }: { threadId: string; upTo?: string | undefined },
  nowMs: number,
): Promise<number> {
  return transact(deps.db, async (tx) => {
    const thread = await lockThread(tx, ownerOf(reading), threadId)
    if (!thread) throw new Refused('thread_unknown')
    const last = upTo === undefined ? thread.messages : await numberOf(tx, threadId, upTo)
    const count = await markRead(tx, threadId, last, otherOf(reading), nowMs)
    if (count === 0) return 0
    if ('operator' in reading) {
      const action = { ...reading, action: 'support.read', subject: `thread ${threadId}`, atMs: nowMs }
      await recordAction(tx, { ...action, userId: thread.userId, details: { messages: count } })
    } else if ((await firstUnread(tx, threadId, 'support')) === null) {
      const read = { ...reading, refPrefix: refPrefix(threadId), atMs: nowMs }
      await deps.events.emit(tx, 'support_thread_read', read)
    }
    await deps.events.emit(tx, 'chat_changed', { userId: thread.userId, threadId, what: 'delivery' })
    return count
  })
}

/**
 * Marks messages as delivered, once each; a repeat finds none left. Notifies the user's pages only of the user's own
 * messages.
 */
async function deliver(
  deps: ReadDeps,
  reading: Reading,
  parts: readonly Shown[],
  nowMs: number,
): Promise<void> {
  await transact(deps.db, async (tx) => {
    const ids = parts.map((one) => one.threadId)
    const users = await lockThreads(tx, ids)
    const marked = await markDelivered(tx, parts, otherOf(reading), nowMs)
    for (const [threadId, messages] of marked) {
      if (!('operator' in reading)) continue
      const action = { ...reading, action: 'support.receive', subject: `thread ${threadId}`, atMs: nowMs }
      const userId = users.get(threadId)
      assert(userId !== undefined, 'what was marked is of a locked conversation')
      await recordAction(tx, { ...action, userId, details: { messages } })
      await deps.events.emit(tx, 'chat_changed', { userId, threadId, what: 'delivery' })
    }
  })
}

function sideOf(reading: Reading): Side {
  return 'operator' in reading ? 'support' : 'user'
}

function otherOf(reading: Reading): Side {
  return 'operator' in reading ? 'user' : 'support'
}

function ownerOf(reading: Reading): Owner {
  return 'operator' in reading ? 'anybody' : reading.userId
}
