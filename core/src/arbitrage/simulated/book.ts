import type { Amount } from '../../money/money.ts'
import { ONE } from '../../money/money.ts'
import type { Level, VenueBook, VenueState } from '../trading/venue.ts'
import { part, simulatedGap, STEP_MS } from './gap.ts'
import { simulatedState } from './state.ts'
import { venueOf } from './venues.ts'
import { momentOf, type SimulatedWorld } from './world.ts'

const LEVELS = 5
/** Distance between two levels, in units of 1e-9 of the price. */
const LEVEL_STEP_E9 = 30_000
const E9 = 1_000_000_000n
/** Sizes are drawn anew after this time. */
const SIZES_MS = 4_000
/** Least and greatest value of the first level, in USDT; each further level adds as much again. */
const [VALUE_LEAST, VALUE_MOST] = [400, 2_000]
/** How far the bids of a crossed book are above where they belong. */
const CROSSED_E9 = 2_000_000

/** What a venue shows of a product. */
export interface Shown {
  state: VenueState
  /** Null while it is down. */
  book: VenueBook | null
}

/** What a venue shows at a moment, ms since 1970. */
export function simulatedBook(world: SimulatedWorld, venue: number, pid: number, atMs: number): Shown {
  const { state, sinceMs } = simulatedState(world, venue, atMs)
  if (state === 'down') return { state, book: null }
  const seq = Math.floor((state === 'stale' ? sinceMs : atMs) / STEP_MS)
  const book = trueBook(world, venue, pid, seq * STEP_MS)
  if (state !== 'crossed') return { state, book }
  const raise = ({ price, size }: Level): Level => ({ price: moved(price, CROSSED_E9), size })
  return { state, book: { ...book, bids: book.bids.map(raise) } }
}

/** The book that a venue trades with at a moment, even if it shows another. */
export function trueBook(world: SimulatedWorld, venue: number, pid: number, atMs: number): VenueBook {
  const seq = Math.floor(atMs / STEP_MS)
  const at = seq * STEP_MS
  const { halfSpreadE9 } = venueOf(venue)
  const index = world.index(pid, Math.floor(at / 1000))
  const gap = simulatedGap(world, venue, pid, at)
  const step = priceStep(index)
  const [bids, asks]: [Level[], Level[]] = [[], []]
  for (let level = 0; level < LEVELS; level++) {
    const away = halfSpreadE9 + level * LEVEL_STEP_E9
    const bid = (moved(index, gap - away) / step) * step
    const ask = ((moved(index, gap + away) + step - 1n) / step) * step
    bids.push({ price: bid, size: sizeAt(world, { venue, pid, level: 2 * level, at }, bid) })
    asks.push({ price: ask, size: sizeAt(world, { venue, pid, level: 2 * level + 1, at }, ask) })
  }
  return { venue, pid, seq, at, bids, asks }
}

/** A price raised by so many 1e-9 of it, rounded down. */
function moved(price: Amount, byE9: number): Amount {
  return (price * (E9 + BigInt(byE9))) / E9
}

/** Prices have about seven digits. */
function priceStep(price: Amount): Amount {
  let step = 1n
  while (price >= step * 10_000_000n) step *= 10n
  return step
}

function sizeAt(
  world: SimulatedWorld,
  { venue, pid, level, at }: { venue: number; pid: number; level: number; at: number },
  price: Amount,
): Amount {
  const { day, ms } = momentOf(at)
  const drawn = world.draws(day).stream(`size.${venue}.${pid}`)(16 * Math.floor(ms / SIZES_MS) + level)
  const value = (VALUE_LEAST + part(drawn, VALUE_MOST - VALUE_LEAST)) * (1 + Math.floor(level / 2))
  return (BigInt(value) * ONE * ONE) / price
}
