import type { Sha256 } from '../../crypto.ts'
import type { DayEntry, RevealEntry } from '../../log/log.ts'
import { dayCommitment, factsOf } from '../../market/simulated/day.ts'
import { dayAt, type DayFacts } from '../../market/simulated/prices.ts'
import { ONE } from '../../money/money.ts'
import { pidOfCurrency } from '../currencies.ts'
import type { ArrivalLine, LegLine, MoveLine, ProgrammeLine, Top, TradeLine } from '../evidence.ts'
import { feeOf, quoteOf } from '../trading/ladder.ts'
import { costOfMove } from '../moves.ts'
import { trueBook } from '../simulated/book.ts'
import { simulatedFill } from '../simulated/fill.ts'
import { venueOf } from '../simulated/venues.ts'
import { simulatedWorld, type SimulatedWorld } from '../simulated/world.ts'
import type { Level } from '../trading/venue.ts'

/** `unshown` when the file does not reveal a day that a leg touches. */
export type Again = 'holds' | 'false' | 'unshown'

/** The days whose reveal matches a commitment made before any of these legs was sent; null when a reveal does not match. */
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

/** Repeats every leg at the simulated venues of the revealed days, and recomputes each move's cost. */
export function tradeAgain(
  lines: readonly ProgrammeLine[],
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
  for (const line of lines) {
    const again = line.kind === 'trade' ? tradeOnce(world, line) : shownAt(() => isFair(world, line, days))
    if (again === 'false') return 'false'
    if (again === 'unshown') found = 'unshown'
  }
  return found
}

class Hidden extends Error {}

function tradeOnce(world: SimulatedWorld, { pid, legs }: TradeLine): Again {
  const found = legs.map((leg) => shownAt(() => isLegOf(world, pid, leg)))
  if (found.includes('false')) return 'false'
  if (found.includes('unshown')) return 'unshown'
  return isWorth(legs) ? 'holds' : 'false'
}

function shownAt(holds: () => boolean): Again {
  try {
    return holds() ? 'holds' : 'false'
  } catch (thrown) {
    return thrown instanceof Hidden ? 'unshown' : 'false'
  }
}

function isLegOf(world: SimulatedWorld, pid: number, leg: LegLine): boolean {
  const order = { ...leg, id: leg.order, pid, limit: BigInt(leg.limit), size: BigInt(leg.size) }
  const fill = simulatedFill(world, order, leg.sentAt)
  const book = trueBook(world, leg.venue, pid, leg.book.at)
  const isFilled =
    fill.state === leg.state &&
    fill.filled === BigInt(leg.filled) &&
    fill.quote === BigInt(leg.quote) &&
    fill.fee === BigInt(leg.fee)
  return (
    isFilled && book.seq === leg.book.seq && isTop(book.bids, leg.book.bid) && isTop(book.asks, leg.book.ask)
  )
}

/** Whether the intended purchase and sale, filled at their limits, lose nothing after both fees. */
function isWorth([buy, sell]: readonly LegLine[]): boolean {
  if (!buy || !sell) return false
  const [bought, sold] = [BigInt(buy.size), BigInt(sell.size)]
  const size = bought < sold ? bought : sold
  const worst = ({ venue, side, limit }: LegLine) => {
    const quote = quoteOf(side, BigInt(limit), size)
    const fee = feeOf(quote, venueOf(venue).takerPpm)
    return side === 'buy' ? -quote - fee : quote - fee
  }
  return worst(buy) + worst(sell) >= -ROUNDING
}

const ROUNDING = 100n

/**
 * Whether a move's cost follows the rule, with a tolerance for a price that changed while it was decided. Without the reveal not
 * even a move of USDT or an arrival is shown: only the venues' word says that it happened.
 */
function isFair(
  world: SimulatedWorld,
  line: MoveLine | ArrivalLine,
  days: ReadonlyMap<number, DayFacts>,
): boolean {
  const { at, currency, amount } = line
  if (!days.has(dayAt(at))) throw new Hidden()
  if (line.kind === 'arrival') return true
  const pid = pidOfCurrency(currency)
  const price = pid === null ? ONE : world.index(pid, Math.floor(at / 1000))
  const [paid, rule] = [BigInt(line.cost) * 100n, costOfMove(BigInt(amount), price)]
  return paid <= rule * 101n && paid >= rule * 99n
}

function isTop([best]: readonly Level[], top: Top): boolean {
  return best ? top[0] === String(best.price) && top[1] === String(best.size) : top.length === 0
}
