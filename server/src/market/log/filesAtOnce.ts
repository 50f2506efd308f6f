import type { Readable } from 'node:stream'
import { Refused } from '../../http/calls/refused.ts'
import { givesWay } from '../../platform/givesWay.ts'

/** Opens a file for a network of readers; refuses `busy` when there is no room. */
type OpenFile = (network: string, open: () => Promise<Readable>) => Promise<Readable>

/**
 * Opens at most so many files at once, each until its stream is closed: sent, broken off by its reader, or failed. While that many
 * are open, the newest of the network with the most is broken off for a reader of one with fewer, as a reader may be slow on purpose.
 */
export function filesAtOnce(most: number): OpenFile {
  const places = new Set<{ owner: string; giveWay(): void }>()
  return async (owner, open) => {
    if (places.size >= most) {
      const last = givesWay(places, owner)
      if (!last) throw new Refused('busy')
      last.giveWay()
    }
    let file: Readable | null = null
    const place = {
      owner,
      giveWay() {
        places.delete(place)
        file?.destroy()
      },
    }
    places.add(place)
    try {
      file = await open()
    } catch (thrown) {
      places.delete(place)
      throw thrown
    }
    file.once('close', () => places.delete(place))
    if (places.has(place)) return file
    file.destroy()
    throw new Refused('busy')
  }
}
