import type { Readable } from 'node:stream'
import { fairRoom } from '../../http/calls/fairRoom.ts'
import { Refused } from '../../http/calls/refused.ts'

/** Opens a file for a network of readers; refuses `busy` when there is no room. */
type OpenFile = (network: string, open: () => Promise<Readable>) => Promise<Readable>

/**
 * Opens at most so many files at once, each until its stream is closed: sent, broken off by its reader, or failed. While that many
 * are open, the newest of the network with the most is broken off for a reader of one with fewer, as a reader may be slow on purpose.
 */
export function filesAtOnce(most: number): OpenFile {
  const room = fairRoom(most)
  return async (network, open) => {
    let file: Readable | null = null
    let isBrokenOff = false
    const place = room.enter(network, () => {
      isBrokenOff = true
      file?.destroy()
    })
    try {
      file = await open()
    } catch (thrown) {
      place.leave()
      throw thrown
    }
    file.once('close', place.leave)
    if (!isBrokenOff) return file
    file.destroy()
    throw new Refused('busy')
  }
}
