import type { RefusedLine } from './refusedLine.ts'

/**
 * Sums over refused orders, by what the logged prices would have made of them. A house that refuses what would win has more wins
 * here than its promised chances. Orders of one coin due in one second are one observation, as in `Tally`.
 */
export interface RefusedTally {
  orders: number
  won: number
  lost: number
  tied: number
  void: number
  /** Sum of the promised chances of all but the void ones, in millionths. */
  chancePpm: number
  /** Sum over observations of the square of (wins − promised wins), each in millionths. */
  wonSquare: string
}

const MILLION = 1_000_000

/** Adds up the refused orders of a book. */
export function sumRefused(): { add(line: RefusedLine): void; tally(): RefusedTally } {
  const sums = { orders: 0, won: 0, lost: 0, tied: 0, void: 0, chancePpm: 0 }
  const observed = new Map<number, number>()
  return {
    add: ({ outcome, chancePpm, due, pid }) => {
      sums.orders += 1
      sums[outcome] += 1
      if (outcome === 'void') return
      sums.chancePpm += chancePpm
      const place = (due / 1000) * MILLION + pid
      observed.set(place, (observed.get(place) ?? 0) + (outcome === 'won' ? MILLION : 0) - chancePpm)
    },
    tally: () => {
      const square = [...observed.values()].reduce((sum, one) => sum + BigInt(one) ** 2n, 0n)
      return { ...sums, wonSquare: String(square) }
    },
  }
}

/** Wins of refused orders against the promise, as numbers of orders. */
export interface RefusedAgainstPromise {
  decided: number
  won: number
  expected: number
  /** One standard error of `won`, if the promise is true and refusals follow no outcome. */
  error: number
}

/** For display only. Null before an order was decided. */
export function refusedAgainst(tally: RefusedTally): RefusedAgainstPromise | null {
  const { won, lost, tied, chancePpm, wonSquare } = tally
  const decided = won + lost + tied
  if (decided === 0) return null
  return { decided, won, expected: chancePpm / MILLION, error: Math.sqrt(Number(wonSquare)) / MILLION }
}
