import type { Sha256 } from '../crypto.ts'
import type { DayEntry, RevealEntry } from '../log/log.ts'
import { dayCommitment, factsOf } from '../market/simulated/day.ts'
import { DAY_SECONDS, type DayFacts } from '../market/simulated/prices.ts'
import type { LegLine, Top, TradeLine } from './evidence.ts'
import { trueBook } from './simulated/book.ts'
import { simulatedFill } from './simulated/fill.ts'
import { simulatedWorld, type SimulatedWorld } from './simulated/world.ts'
import type { Level } from './venue.ts'

/** `unshown` when a day that a leg touches is not revealed here. */
export type Again = 'holds' | 'false' | 'unshown'

/** The days that were revealed as committed to, before any of these legs was sent; null when a reveal is another. */
export function revealedDays(
  reveals: readonly RevealEntry[],
  commitments: readonly DayEntry[],
  trades: readonly TradeLine[],
  sha256: Sha256,
): Map<number, DayFacts> | null {
  const known = new Map<number, DayFacts>()
  for (const reveal of reveals) {
    const commitment = commitments.find((one) => one.day === reveal.day)
    const facts = factsOf(reveal)
    if (!facts || !commitment || dayCommitment(reveal, sha256) !== commitment.commit) return null
    const sent = trades
      .flatMap(({ legs }) => legs.map((leg) => leg.sentAt))
      .filter((at) => dayAt(at) === facts.day)
    if (sent.some((at) => at < commitment.at)) return null
    known.set(facts.day, facts)
  }
  return known
}

/** Trades every leg again at the simulated venues of the revealed days. */
export function tradeAgain(
  trades: readonly TradeLine[],
  days: ReadonlyMap<number, DayFacts>,
  sha256: Sha256,
): Again {
  const world = simulatedWorld({
    sha256,
    dayFacts: (day) => {
      const facts = days.get(day)
      if (!facts) throw new Hidden()
      return facts
    },
  })
  let found: Again = 'holds'
  for (const { pid, legs } of trades) {
    for (const leg of legs) {
      const again = legAgain(world, pid, leg)
      if (again === 'false') return 'false'
      if (again === 'unshown') found = 'unshown'
    }
  }
  return found
}

class Hidden extends Error {}

function legAgain(world: SimulatedWorld, pid: number, leg: LegLine): Again {
  try {
    const order = { ...leg, id: leg.order, pid, limit: BigInt(leg.limit), size: BigInt(leg.size) }
    const fill = simulatedFill(world, order, leg.sentAt)
    const book = trueBook(world, leg.venue, pid, leg.book.at)
    const isFilled =
      fill.state === leg.state &&
      fill.filled === BigInt(leg.filled) &&
      fill.quote === BigInt(leg.quote) &&
      fill.fee === BigInt(leg.fee)
    const isShown =
      book.seq === leg.book.seq && isTop(book.bids, leg.book.bid) && isTop(book.asks, leg.book.ask)
    return isFilled && isShown ? 'holds' : 'false'
  } catch (thrown) {
    return thrown instanceof Hidden ? 'unshown' : 'false'
  }
}

function isTop([best]: readonly Level[], top: Top): boolean {
  return best ? top[0] === String(best.price) && top[1] === String(best.size) : top.length === 0
}

function dayAt(ms: number): number {
  return Math.floor(ms / 1000 / DAY_SECONDS)
}
