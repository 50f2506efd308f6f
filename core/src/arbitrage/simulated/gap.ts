import { momentOf, type DayDraws, type SimulatedWorld } from './world.ts'

/** Books change on this grid; the number of a step since 1970 is the book's `seq`. */
export const STEP_MS = 250

/** Waves of noise: [ms between knots, most, in units of 1e-9 of the price]. */
const WAVES: readonly (readonly [periodMs: number, mostE9: number])[] = [
  [480_000, 90_000],
  [32_000, 50_000],
  [2_000, 20_000],
]

/** At most one excursion begins in each of these windows and ends in it. */
const WINDOW_MS = 64_000
/** Chance of an excursion in a window, of 65,536, by the weather of the day: quiet, usual, lively, rough. */
const EXCURSIONS = [150, 500, 700, 40] as const
/** Peak and length of an excursion. */
const [PEAK_LEAST_E9, PEAK_MOST_E9] = [400_000, 1_700_000]
const [LENGTH_LEAST_MS, LENGTH_MOST_MS] = [3_000, 14_000]
/** On rough days, a last wave moves the books while orders are on their way. */
const JITTER: readonly [periodMs: number, mostE9: number] = [STEP_MS, 340_000]

/**
 * A venue's mid price relative to the index at a moment, in units of 1e-9: noise about zero, with occasional excursions that
 * return. It restarts at each UTC midnight.
 */
export function simulatedGap(world: SimulatedWorld, venue: number, pid: number, atMs: number): number {
  const { day, ms } = momentOf(Math.floor(atMs / STEP_MS) * STEP_MS)
  const { excursions, waves, chance } = streamsOf(world.draws(day), venue, pid)
  let gap = excursion(excursions, chance, ms)
  for (const { draw, periodMs, mostE9 } of waves) gap += waveAt(draw, ms, periodMs, mostE9)
  return gap
}

type Draw = (place: number) => number

interface GapStreams {
  chance: number
  excursions: Draw
  waves: readonly { draw: Draw; periodMs: number; mostE9: number }[]
}

const streams = new WeakMap<DayDraws, Map<number, GapStreams>>()

/** A book's streams of a day, cached so that their names are built once. */
function streamsOf(draws: DayDraws, venue: number, pid: number): GapStreams {
  const ofDay = streams.get(draws) ?? new Map<number, GapStreams>()
  streams.set(draws, ofDay)
  const known = ofDay.get(venue * 1024 + pid)
  if (known) return known
  const weather = weatherOf(draws)
  const made = {
    chance: EXCURSIONS[weather],
    excursions: draws.stream(`excursion.${venue}.${pid}`),
    waves: (weather === 3 ? [...WAVES, JITTER] : WAVES).map(([periodMs, mostE9], wave) => ({
      draw: draws.stream(`wave${wave}.${venue}.${pid}`),
      periodMs,
      mostE9,
    })),
  }
  ofDay.set(venue * 1024 + pid, made)
  return made
}

/** The kind of day: 0 quiet, 1 usual, 2 lively, 3 rough. */
export function weatherOf(draws: DayDraws): 0 | 1 | 2 | 3 {
  const drawn = draws.stream('weather')(0)
  if (drawn < 6_000) return 0
  if (drawn < 44_000) return 1
  return drawn < 59_000 ? 2 : 3
}

/** Linear interpolation between knots, each within ±`mostE9`. */
function waveAt(draw: Draw, ms: number, periodMs: number, mostE9: number): number {
  const knot = Math.floor(ms / periodMs)
  const way = ms - knot * periodMs
  const from = knotOf(draw(knot), mostE9)
  const to = knotOf(draw(knot + 1), mostE9)
  return from + Math.floor(((to - from) * way) / periodMs)
}

function knotOf(drawn: number, mostE9: number): number {
  return Math.floor(((drawn - 32_768) * mostE9) / 32_768)
}

/** Rises in a quarter of its time and falls in the rest. */
function excursion(draw: Draw, chance: number, ms: number): number {
  const window = Math.floor(ms / WINDOW_MS)
  if (draw(4 * window) >= chance) return 0
  const length = LENGTH_LEAST_MS + part(draw(4 * window + 1), LENGTH_MOST_MS - LENGTH_LEAST_MS)
  const begin = part(draw(4 * window + 2), WINDOW_MS - length)
  const peakDrawn = draw(4 * window + 3)
  const sign = peakDrawn % 2 === 0 ? 1 : -1
  const peak = PEAK_LEAST_E9 + part(peakDrawn, PEAK_MOST_E9 - PEAK_LEAST_E9)
  const passed = ms - window * WINDOW_MS - begin
  if (passed < 0 || passed >= length) return 0
  const rise = Math.floor(length / 4)
  const height =
    passed < rise
      ? Math.floor((peak * passed) / rise)
      : Math.floor((peak * (length - passed)) / (length - rise))
  return sign * height
}

/** Scales a 16-bit draw to `most`: most × drawn / 65,536. */
export function part(drawn: number, most: number): number {
  return Math.floor((drawn * most) / 65_536)
}
