import type { YieldEntry } from '../../log/log.ts'
import { ONE } from '../../money/money.ts'
import type { MoveLine, TradeLine } from '../evidence.ts'
import { applyLine, areWhole, followFrom, openingHoldings, readHeld, type Holdings } from '../holdings.ts'
import { canPay, costOfMove, neededMove } from '../moves.ts'
import { PROGRAMME } from '../programme.ts'
import { heldWithout, isBefore, takenOn } from './taken.ts'

/** Where the programme's money was on a day, as its file shows it. */
export interface HeldDay {
  entry: YieldEntry | null
  before: YieldEntry | null
  /** The lines that the day counts. */
  counted: readonly (TradeLine | MoveLine)[]
}

/**
 * Whether what the venues hold after the day follows from what they held before it, its fills and moves, and what it took; and
 * whether what they held before can be what earlier days left.
 */
export function areHoldings({ entry, before, counted }: HeldDay): boolean {
  const start = startOf(before)
  const after = entry && readHeld(entry.held)
  const usdt = entry && takenOn(entry, before)
  if (!start || !after || !usdt || (before && !areWhole(before.held, BigInt(before.carried)))) return false
  return followFrom(start, counted, { after, usdt })
}

/**
 * Whether each move was one that a short venue needed, from the venue that had most, of the amount that the rule gives, and, of
 * USDT, at the rule's cost. It was decided on what the lines before its own left, and on what earlier days' earnings had taken until
 * then: by its number, and before the time at which they took what it did not know of.
 */
export function areMovesNeeded({ before, counted }: HeldDay): boolean {
  const held = startOf(before)
  if (!held) return counted.every(({ kind }) => kind === 'trade')
  const taken = before?.taken ?? []
  for (const line of counted) {
    if (line.kind === 'move') {
      const isInTime = taken.every((one) => !isBefore(line, one) || line.askedAt <= one.at)
      if (!isInTime || !isNeeded(heldWithout(held, taken, line), line)) return false
    }
    applyLine(held, line)
  }
  return true
}

/** What the venues held when the day began; null when the day before tells of other venues or currencies. */
function startOf(before: YieldEntry | null): Holdings | null {
  return before ? readHeld(before.held) : openingHoldings()
}

function isNeeded(held: Holdings, { from, to, currency, ...line }: MoveLine): boolean {
  const [amount, cost] = [BigInt(line.amount), BigInt(line.cost)]
  const needed = neededMove(held, to, currency)
  const isExact = needed?.from === from && needed.amount === amount
  const isPriced = currency !== PROGRAMME.currency || cost === costOfMove(amount, ONE)
  return isExact && isPriced && canPay(held, { from, to, currency, amount, cost })
}
