import { UUID_PATTERN } from '@tickmark/wire/fields'
import type { ConsolePart } from '../module/consolePart.ts'
import { countThreads, threadById, waitingThreads } from './store.ts'

const ID = new RegExp(`^${UUID_PATTERN}$`)

/** The chat as operators see it. */
export const supportConsolePart: ConsolePart = {
  queues: async (reader) => [{ name: 'chats', ...(await waitingThreads(reader)) }],
  async search(reader, text) {
    const id = text.toLowerCase()
    const thread = ID.test(id) ? await threadById(reader, 'anybody', id) : null
    return thread ? [{ kind: 'thread', id, label: thread.latest.slice(0, 80) }] : []
  },
  person: async (tx, userId) => ({ counts: { threads: await countThreads(tx, userId, 0) } }),
}
