import { givesWay } from '../../platform/givesWay.ts'
import { Refused } from './refused.ts'

/** A number of places for calls that take long, such as sending a picture or reading a day's file. */
export interface FairRoom {
  /**
   * Takes a place. In a full room the newest place of the owner with the most gives way to one with fewer, or else the oldest one
   * that `isSlow` now; else refuses `busy`. `giveWay` ends the call that held the place.
   */
  enter(owner: string, giveWay: () => void, isSlow?: () => boolean): Place
}

export interface Place {
  /** From now on the place gives way to nobody: its picture has arrived. */
  arrive(): void
  leave(): void
}

export function fairRoom(most: number): FairRoom {
  const yielding = new Set<{ owner: string; isSlow(): boolean; giveWay(): void }>()
  let taken = 0
  return {
    enter(owner, giveWay, isSlow = () => false) {
      if (taken >= most) {
        const last = givesWay(yielding, owner) ?? yielding.values().find((one) => one.isSlow())
        if (!last) throw new Refused('busy')
        last.giveWay()
      }
      let isHere = true
      taken++
      const place = {
        owner,
        isSlow,
        giveWay() {
          place.leave()
          giveWay()
        },
        arrive: () => void yielding.delete(place),
        leave() {
          if (isHere) taken--
          isHere = false
          yielding.delete(place)
        },
      }
      yielding.add(place)
      return place
    },
  }
}
