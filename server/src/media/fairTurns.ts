import { Refused } from '../http/calls/refused.ts'
import { givesWay } from '../platform/givesWay.ts'

/** Runs a few pieces of work at a time, and lets no owner crowd out the others. */
export interface FairTurns {
  /**
   * Runs the work when its turn comes. Refuses `busy` when too much work waits, when this piece has waited too long, or when it gives
   * way to an owner who has less waiting.
   */
  take<T>(owner: string, work: () => Promise<T>): Promise<T>
  /** Refuses all work that waits, and all that comes. */
  stop(): void
}

export interface TurnLimits {
  /** Pieces that run concurrently, each of another owner. */
  most: number
  /** Pieces that may wait, and those of one owner. */
  mostWaiting: number
  mostOwn: number
  waitMs: number
}

interface Waiting {
  owner: string
  begin(): void
  giveUp(): void
}

export function fairTurns({ most, mostWaiting, mostOwn, waitMs }: TurnLimits): FairTurns {
  const running = new Set<string>()
  const waiting = new Set<Waiting>()
  let isStopped = false
  const waitingOf = (owner: string) => [...waiting].filter((one) => one.owner === owner)

  async function enter(owner: string): Promise<void> {
    if (isStopped || waitingOf(owner).length >= mostOwn) throw new Refused('busy')
    if (running.size < most && !running.has(owner)) return void running.add(owner)
    if (waiting.size >= mostWaiting) makeRoom(owner)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const end = (then: () => void) => {
      clearTimeout(patience)
      if (waiting.delete(turn)) then()
    }
    const turn: Waiting = {
      owner,
      begin() {
        running.add(owner)
        end(resolve)
      },
      giveUp: () => end(() => reject(new Refused('busy'))),
    }
    const patience = setTimeout(turn.giveUp, waitMs)
    waiting.add(turn)
    return promise
  }

  function makeRoom(owner: string): void {
    const last = givesWay(waiting, owner)
    if (!last) throw new Refused('busy')
    last.giveUp()
  }

  /** The owner's other pieces go behind everybody else's. */
  function leave(owner: string): void {
    running.delete(owner)
    for (const turn of waitingOf(owner)) {
      waiting.delete(turn)
      waiting.add(turn)
    }
    for (const turn of waiting) if (!running.has(turn.owner)) return turn.begin()
  }

  return {
    async take(owner, work) {
      await enter(owner)
      try {
        return await work()
      } finally {
        leave(owner)
      }
    },
    stop() {
      isStopped = true
      for (const turn of waiting) turn.giveUp()
    },
  }
}
