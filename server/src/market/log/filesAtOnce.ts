import type { Readable } from 'node:stream'
import { Refused } from '../../http/calls/refused.ts'

/**
 * Opens at most so many files at once, each until its stream is closed: sent, broken off by its reader, or failed. Refuses `busy`
 * while that many are open.
 */
export function filesAtOnce(most: number): (open: () => Promise<Readable>) => Promise<Readable> {
  let underWay = 0
  return async (open) => {
    if (underWay >= most) throw new Refused('busy')
    underWay++
    try {
      const file = await open()
      file.once('close', () => underWay--)
      return file
    } catch (thrown) {
      underWay--
      throw thrown
    }
  }
}
