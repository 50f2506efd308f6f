import type { Reading } from './witness.ts'

/** Reads the entries of heads, one head of a house at a time. */
export type ReadOnce = (
  house: string,
  head: string,
  read: () => Promise<Reading>,
) => Promise<Reading | 'again'>

/**
 * Anyone can show a witness the heads that a house publishes, and each has to be read before it is signed. So that a crowd costs
 * the house one reading: who shows the head that is being read shares the result, and who shows another one waits for it, and
 * then has to look again what is known. When the house could not be read, all who waited hear so.
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
