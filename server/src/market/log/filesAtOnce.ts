import { Readable } from 'node:stream'
import { fairRoom } from '../../http/calls/fairRoom.ts'
import { Refused } from '../../http/calls/refused.ts'
import type { Clock } from '../../platform/clock.ts'
import { paceOf } from './pace.ts'

/** Opens a file, whose pieces are made as it is read, for a network of readers; refuses `busy` when there is no room. */
type OpenFile = (
  network: string,
  open: () => Promise<AsyncIterable<string | Uint8Array>>,
) => Promise<Readable>

/**
 * Opens at most so many files at once, each until its stream is closed: sent, broken off by its reader, or failed. While that many
 * are open, the newest of the network with the most is broken off for a reader of one with fewer, or else the oldest whose reader is
 * slow, as he may be slow on purpose.
 */
export function filesAtOnce(most: number, clock: Pick<Clock, 'nowMs'>): OpenFile {
  const room = fairRoom(most)
  return async (network, open) => {
    let file: Readable | null = null
    let isBrokenOff = false
    const pace = paceOf(clock)
    const breakOff = () => {
      isBrokenOff = true
      file?.destroy()
    }
    const place = room.enter(network, breakOff, pace.isSlow)
    try {
      file = Readable.from(pace.measured(await open()))
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
