import { normalCdf } from '../normal.ts'

/*
 * The settlement price is the median of a walk's last points. Wendel (1960, "Order statistics of partial sums"): the r-th lowest
 * of the points 0, S1 … Sn of a symmetric walk is distributed as the largest of r - 1 steps plus the lowest of n - r + 1 steps of
 * an independent walk. Lengths are in deviations of one second.
 */

/** Variance of the median of a walk's points relative to the first (an odd number of points, one second apart). */
export function medianVariance(points: number): number {
  const steps = (points - 1) / 2
  const mean = greatestMean(steps)
  return 2 * (greatestSquare(steps) - mean * mean)
}

/** Mean of the largest of 0, S1 … Sn (Spitzer 1956): the sum of E[max(Sk, 0)] / k. */
function greatestMean(steps: number): number {
  let sum = 0
  for (let k = 1; k <= steps; k++) sum += 1 / Math.sqrt(2 * Math.PI * k)
  return sum
}

/** Mean square of that maximum, by the same identity: sums over k in 1 … n, and over pairs with j + k <= n. */
function greatestSquare(steps: number): number {
  let sum = steps / 2
  for (let j = 1; j < steps; j++) {
    for (let k = 1; j + k <= steps; k++) sum += 1 / (2 * Math.PI * Math.sqrt(j * k))
  }
  return sum
}

/** Lengths with their probabilities. */
export interface Lengths {
  at: readonly number[]
  chances: readonly number[]
}

const GRID = 0.1
/** Probabilities below this are dropped. */
const LEAST = 1e-10

const knownRanks = new Map<number, Lengths>()

/** Distribution of the `rank`-th highest of a walk's points above the first, on a grid of a tenth of a deviation. */
export function rankLengths(points: number, rank: number): Lengths {
  const key = points * 1_000 + rank
  const known = knownRanks.get(key)
  if (known) return known
  const lengths = difference(greatest(points - rank), greatest(rank - 1))
  knownRanks.set(key, lengths)
  return lengths
}

const knownGreatest: number[][] = [[1]]

/** Distribution of the largest of 0, S1 … Sn on the grid, from 0 up: each step is Lindley's max(0, before + step). */
function greatest(steps: number): readonly number[] {
  for (let n = knownGreatest.length; n <= steps; n++) {
    const before = knownGreatest[n - 1] as number[]
    const after = Array.from({ length: before.length + REACH }, () => 0)
    for (const [i, chance] of before.entries()) {
      for (let move = -REACH; move <= REACH; move++) {
        const to = Math.max(0, i + move)
        after[to] = (after[to] as number) + chance * (stepChances[move + REACH] as number)
      }
    }
    while ((after.at(-1) as number) < LEAST) after.pop()
    knownGreatest.push(after)
  }
  return knownGreatest[steps] as number[]
}

/** A normal step is cut at six deviations. */
const REACH = 60

/** Chances of a normal step on the grid. */
const stepChances: readonly number[] = Array.from(
  { length: 2 * REACH + 1 },
  (_, i) => normalCdf((i - REACH + 0.5) * GRID) - normalCdf((i - REACH - 0.5) * GRID),
)

function difference(up: readonly number[], down: readonly number[]): Lengths {
  const chances = Array.from({ length: up.length + down.length - 1 }, () => 0)
  for (const [i, one] of up.entries()) {
    for (const [k, other] of down.entries()) {
      const place = i - k + down.length - 1
      chances[place] = (chances[place] as number) + one * other
    }
  }
  const places = chances.map((chance, place) => ({ chance, at: (place - down.length + 1) * GRID }))
  const kept = places.filter(({ chance }) => chance > LEAST)
  return { at: kept.map((one) => one.at), chances: kept.map((one) => one.chance) }
}
