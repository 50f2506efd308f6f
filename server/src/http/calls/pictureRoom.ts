import { givesWay } from '../../platform/givesWay.ts'
import { Refused } from './refused.ts'

/** The calls with a picture that run or are still being sent. Bounds the memory they hold. */
export interface PictureRoom {
  /**
   * Takes a place. In a full room the newest picture that is still being sent gives way, if its owner has more of them; else
   * refuses `busy`.
   */
  enter(owner: string, giveWay: () => void): PicturePlace
}

export interface PicturePlace {
  /** The picture has arrived: it no longer gives way. */
  arrive(): void
  leave(): void
}

export function pictureRoom(most: number): PictureRoom {
  const sending = new Set<{ owner: string; giveWay(): void }>()
  let taken = 0
  return {
    enter(owner, giveWay) {
      if (taken >= most) {
        const last = givesWay(sending, owner)
        if (!last) throw new Refused('busy')
        last.giveWay()
      }
      let isHere = true
      taken++
      const place = {
        owner,
        giveWay() {
          place.leave()
          giveWay()
        },
        arrive: () => void sending.delete(place),
        leave() {
          if (isHere) taken--
          isHere = false
          sending.delete(place)
        },
      }
      sending.add(place)
      return place
    },
  }
}
