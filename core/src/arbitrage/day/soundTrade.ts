import type { LegLine, ProgrammeLine } from '../evidence.ts'
import { quoteOf } from '../trading/ladder.ts'

/** Rounding takes at most one unit for each level of a book that an order met. */
const ROUNDING = 100n

/** A line's contribution to its day's profit, in units of USDT; negative for a loss and for a move, 0 for an arrival. */
export function profitOf(line: ProgrammeLine): bigint {
  if (line.kind === 'arrival') return 0n
  return line.kind === 'trade' ? BigInt(line.profit) : -BigInt(line.cost)
}

/**
 * Whether a line is consistent: a trade buys at one venue and sells everything at another, within its limits, and its profit is
 * the sum of its legs; a move is between two venues.
 */
export function isSoundLine(line: ProgrammeLine): boolean {
  if (line.kind !== 'trade') return line.from !== line.to
  const { at, legs, profit } = line
  const [buy, sell] = legs
  if (!buy || !sell || buy.side !== 'buy' || sell.side !== 'sell' || buy.venue === sell.venue) return false
  if (!legs.every((leg) => isSoundLeg(leg) && leg.sentAt <= at && leg.book.at <= leg.sentAt)) return false
  return closesRests(legs) && openOf(legs) === 0n && netOf(legs) === BigInt(profit)
}

/** Whether the order can have had this fill: the amount matches its state, and no price is beyond its limit. */
function isSoundLeg({ side, state, ...leg }: LegLine): boolean {
  const [limit, size, filled] = [BigInt(leg.limit), BigInt(leg.size), BigInt(leg.filled)]
  const [quote, fee] = [BigInt(leg.quote), BigInt(leg.fee)]
  if (filled === 0n) return (state === 'unfilled' || state === 'refused') && quote === 0n && fee === 0n
  if (filled === size ? state !== 'filled' : filled > size || state !== 'partial') return false
  const worst = quoteOf(side, limit, filled)
  return fee <= quote && (side === 'buy' ? quote <= worst + ROUNDING : quote >= worst - ROUNDING)
}

/** Whether every leg after the first two only closes what earlier legs left open. */
function closesRests(legs: readonly LegLine[]): boolean {
  return legs.slice(2).every(({ side, size }, i) => {
    const rest = openOf(legs.slice(0, i + 2))
    return side === 'sell' ? rest >= BigInt(size) : -rest >= BigInt(size)
  })
}

/** Coins bought and not sold. */
function openOf(legs: readonly LegLine[]): bigint {
  return legs.reduce((sum, { side, filled }) => sum + (side === 'buy' ? BigInt(filled) : -BigInt(filled)), 0n)
}

function netOf(legs: readonly LegLine[]): bigint {
  return legs.reduce((sum, { side, quote, fee }) => {
    return sum + (side === 'buy' ? -BigInt(quote) : BigInt(quote)) - BigInt(fee)
  }, 0n)
}
