import type { YieldEntry } from '../../log/log.ts'
import { ONE } from '../../money/money.ts'
import type { MoveLine, TradeLine } from '../evidence.ts'
import {
  applyLine,
  areWhole,
  copyOf,
  followFrom,
  openingHoldings,
  readHeld,
  type Holdings,
} from '../holdings.ts'
import { canPay, costOfMove, neededMove } from '../moves.ts'
import { PROGRAMME } from '../programme.ts'
import { closeDay } from '../sharing.ts'

/** Where the programme's money was on a day, as its file shows it. */
export interface HeldDay {
  entry: YieldEntry | null
  before: YieldEntry | null
  /** The lines that the day counts. */
  counted: readonly (TradeLine | MoveLine)[]
}

/**
 * Whether what the venues hold after the day follows from what they held before it, its fills and moves, and what it earned; and
 * whether what they held before can be what earlier days left.
 */
export function areHoldings({ entry, before, counted }: HeldDay): boolean {
  const start = startOf(before)
  const after = entry && readHeld(entry.held)
  if (!entry || !start || !after || (before && !areWhole(before.held, BigInt(before.carried)))) return false
  const { earned } = closeDay(BigInt(entry.profit), BigInt(before?.carried ?? 0))
  return followFrom(start, counted, { after, earned })
}

/**
 * A move that was decided so long after the day before was logged knew what that day had taken from the venues: the log's time may
 * be behind the close's own.
 */
const CLOSE_KNOWN_MS = 5_000

/**
 * Whether each move was one that a short venue needed, from the venue that had most, of the amount that the rule gives, and, of
 * USDT, at the rule's cost. `unshown` where one was decided before the day before was surely closed, and what that took is not
 * what it was decided on.
 */
export function checkMoves({ before, counted }: HeldDay): 'holds' | 'false' | 'unshown' {
  const start = startOf(before)
  if (!start) return counted.some(({ kind }) => kind === 'move') ? 'false' : 'holds'
  const held = copyOf(start)
  let found: 'holds' | 'unshown' = 'holds'
  for (const line of counted) {
    if (line.kind === 'move' && !isNeeded(held, line)) {
      if (!before || line.askedAt > before.at + CLOSE_KNOWN_MS) return 'false'
      found = 'unshown'
    }
    applyLine(held, line)
  }
  return found
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
