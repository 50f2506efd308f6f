import type { YieldEntry } from '../../log/log.ts'
import { ONE } from '../../money/money.ts'
import type { MoveLine, ProgrammeLine } from '../evidence.ts'
import { applyLine, areWhole, followFrom, openingHoldings, readHeld, type Holdings } from '../holdings.ts'
import { canPay, costOfMove, neededMove } from '../moves.ts'
import { areMoving, movingAfter } from '../moving.ts'
import { PROGRAMME } from '../programme.ts'
import { heldWithout, isBefore, takenOn } from './taken.ts'

/** The programme's holdings on a day, according to its file. */
export interface HeldDay {
  entry: YieldEntry | null
  before: YieldEntry | null
  /** The lines that the day counts. */
  counted: readonly ProgrammeLine[]
}

/**
 * Whether the venues' closing holdings follow from the opening ones, the day's fills and moves and the earnings taken; and
 * whether earlier days can have left those opening holdings.
 */
export function areHoldings({ entry, before, counted }: HeldDay): boolean {
  const start = startOf(before)
  const after = entry && readHeld(entry.held)
  const usdt = entry && takenOn(entry, before)
  if (!start || !after || !usdt || (before && !areWhole(before, BigInt(before.carried)))) return false
  return followFrom(start, counted, { after, usdt })
}

/**
 * Whether each move served a short venue, came from the venue that had most, has the rule's amount and, for USDT, the rule's
 * cost. A move's decision knew the lines numbered before it and the earnings taken up to then; it must come before any taking of
 * earnings that it did not know of. `haveArrived` checks the moves under way.
 */
export function areMovesNeeded({ before, counted }: HeldDay): boolean {
  const held = startOf(before)
  if (!held) return counted.every(({ kind }) => kind !== 'move')
  const taken = before?.taken ?? []
  for (const line of counted) {
    if (line.kind === 'move') {
      const isInTime = taken.every((one) => !isBefore(line, one) || line.at <= one.at)
      if (!isInTime || !isNeeded(heldWithout(held, taken, line), line)) return false
    }
    applyLine(held, line)
  }
  return true
}

/** Whether each arrival ends a move under way, no currency has two of them, and the entry states those still under way. */
export function haveArrived({ entry, before, counted }: HeldDay): boolean {
  const moving = movingAfter(before?.moving ?? [], counted)
  return entry !== null && moving !== null && areMoving(entry.moving, moving)
}

/** Opening holdings of the day; null when the day before lists other venues or currencies. */
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
