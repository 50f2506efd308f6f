import type { Reading } from './witness.ts'

/** Reads the entries of heads, one head of a house at a time. */
export type ReadOnce = (
  house: string,
  head: string,
  read: () => Promise<Reading>,
) => Promise<Reading | 'again'>

/**
 * Limits the reading load on a house: anyone can submit a published head, and each head's entries must be read before it is
 * signed. Requests for the head being read share one result. Requests for another head wait for that reading and then check again
 * what is known. If the reading fails, all waiting requests get its error.
 */
export function readingOnce(): ReadOnce {
  const running = new Map<string, { head: string; reading: Promise<Reading> }>()
  return async (house, head, read) => {
    const other = running.get(house)
    if (other) {
      const found = await other.reading
      return other.head === head || ('status' in found && found.status === 503) ? found : 'again'
    }
    const reading = read().finally(() => running.delete(house))
    running.set(house, { head, reading })
    return reading
  }
}
