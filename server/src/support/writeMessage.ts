import type { Tx } from '../db/pool.ts'
import { newTimeId } from '../db/timeId.ts'
import { afterCommit, transact } from '../db/transact.ts'
import { Refused } from '../http/calls/refused.ts'
import { takeFiles } from '../media/files.ts'
import { recordAction } from '../operators/actionLogStore.ts'
import { operatorCode } from './codes.ts'
import type { SupportDeps } from './ports.ts'
import type {} from './events.ts'
import { firstUnread, insertMessage, type Message, messageOfKey } from './messageStore.ts'
import { growThread, lockThread, type Side, type Thread } from './store.ts'

export type WriteMessageDeps = Pick<SupportDeps, 'db' | 'key' | 'typing' | 'events'>

/** A message to write. */
export interface Words {
  threadId: string
  /** Made by the page. A repeat with the same key is the same message, even if its content differs. */
  key: string
  text: string
  /** Ids of uploads, without duplicates. */
  files: readonly string[]
  nowMs: number
}

/** Ids of files from the wire, "a,b", without duplicates. */
export function idsOf(files: string): string[] {
  return files === '' ? [] : [...new Set(files.split(','))]
}

/** The user writes in their own conversation. */
export async function writeAsUser(deps: WriteMessageDeps, userId: number, words: Words): Promise<Message> {
  return transact(deps.db, async (tx) => {
    const thread = await lockThread(tx, userId, words.threadId)
    if (!thread) throw new Refused('thread_unknown')
    const known = await messageOfKey(tx, thread.id, 'user', words.key)
    if (known) return known
    await take(tx, words, { owner: { user: userId }, sharedWith: null })
    const message = messageOf(thread, words, 'user', null)
    await write(tx, deps, thread, message, thread.waitingSinceMs ?? message.atMs)
    afterCommit(tx, () => deps.typing.stop(thread.id))
    return message
  })
}

/** An operator replies in any conversation. */
export async function writeAsSupport(
  deps: WriteMessageDeps,
  operator: string,
  words: Words,
): Promise<Message> {
  return transact(deps.db, async (tx) => {
    const thread = await lockThread(tx, 'anybody', words.threadId)
    if (!thread) throw new Refused('thread_unknown')
    const known = await messageOfKey(tx, thread.id, 'support', words.key)
    if (known) return known
    await take(tx, words, { owner: { operator }, sharedWith: thread.userId })
    const code = operatorCode(operator, deps.key)
    const message = messageOf(thread, words, 'support', { address: operator, code })
    await write(tx, deps, thread, message, null)
    const { id, atMs } = message
    const details = { message: id, files: message.files.length }
    await recordAction(tx, {
      operator,
      action: 'support.reply',
      subject: `thread ${thread.id}`,
      userId: thread.userId,
      details,
      atMs,
    })
    // One message about all replies that the user has not read yet.
    const first = (await firstUnread(tx, thread.id, 'support')) ?? id
    const ref = refPrefix(thread.id) + first
    await deps.events.emit(tx, 'support_replied', { userId: thread.userId, ref, atMs })
    return message
  })
}

/** Prefix of the refs of messages about replies in a conversation. */
export function refPrefix(threadId: string): string {
  return `support ${threadId} `
}

async function take(
  tx: Tx,
  { text, files }: Words,
  given: Pick<Parameters<typeof takeFiles>[1], 'owner' | 'sharedWith'>,
): Promise<void> {
  if (text.trim() === '' && files.length === 0) throw new Refused('chat_empty')
  if (!(await takeFiles(tx, { ...given, ids: files }))) throw new Refused('file_unknown')
}

/** Numbers are assigned under the thread's lock, and times never decrease. */
function messageOf(
  thread: Thread,
  { key, text, files, nowMs }: Words,
  from: Side,
  operator: Message['operator'],
): Message {
  const atMs = Math.max(nowMs, thread.movedAtMs)
  const said = { key, text: text.trim().toWellFormed(), files, operator, from, atMs }
  return {
    ...said,
    id: newTimeId(atMs),
    threadId: thread.id,
    number: thread.messages + 1,
    deliveredAtMs: null,
    readAtMs: null,
  }
}

async function write(
  tx: Tx,
  deps: WriteMessageDeps,
  thread: Thread,
  message: Message,
  waitingSinceMs: number | null,
): Promise<void> {
  await insertMessage(tx, message)
  await growThread(tx, thread.id, { messages: message.number, movedAtMs: message.atMs, waitingSinceMs })
  const { userId, id: threadId } = thread
  await deps.events.emit(tx, 'chat_changed', { userId, threadId, what: 'message' })
}
