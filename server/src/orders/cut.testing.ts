import { cutLine } from '../db/cuts.testing.ts'
import type { Database } from '../db/pool.ts'

/**
 * A proxy to the same database that can cut connections. Once armed, it cuts the connection whose statement contains
 * `words` when the server's reply arrives: the statement is committed, and the client gets no answer.
 */
export async function cutAfterCommit(database: Database, words: string) {
  let isArmed = false
  const line = await cutLine(database, (message) => {
    if (!isArmed || !message.includes(words)) return null
    isArmed = false
    return 'after'
  })
  return { ...line, arm: () => void (isArmed = true) }
}
