import { canonicalText, type Canonical } from '../canonical.ts'
import { isCount, isDay, isSigned, isTime, isUnits, isUuid } from '../fields.ts'
import { readJson } from '../json.ts'
import { list, oneOf, shape, type Check } from '../shape.ts'
import type { PayoutLine, ProgrammeLine } from './evidence.ts'

/** The canonical text of a line: a leaf of its tree. */
export function lineText(line: ProgrammeLine | PayoutLine): string {
  return canonicalText(line as unknown as Canonical)
}

/** Parses a line of a trade, a move or an arrival; null unless the text is exactly what `lineText` writes for plausible fields. */
export function parseTradeLine(text: string): ProgrammeLine | null {
  const value = valueOf(text)
  const isLine = isTradeLine(value) || isMoveLine(value) || isArrivalLine(value)
  return isLine && canonicalText(value as Canonical) === text ? (value as ProgrammeLine) : null
}

/** Parses a payout's line; null unless the text is exactly what `lineText` writes for plausible fields. */
export function parsePayoutLine(text: string): PayoutLine | null {
  const value = valueOf(text)
  return isPayoutLine(value) && canonicalText(value as Canonical) === text ? (value as PayoutLine) : null
}

/** Longest text to parse, in characters: enough for a trade of a few dozen legs. */
const MOST_TEXT = 60_000

/** The JSON value of a line's text; undefined when no line has such a text. */
export function valueOf(text: string): unknown {
  return text.length <= MOST_TEXT && /^[\x20-\x7e]+$/.test(text) ? readJson(text) : undefined
}

export const isNumber: Check = (value) => isCount(value) && value > 0
export const isSome: Check = (value) => isUnits(value) && value !== '0'
const isVenue: Check = oneOf(1, 2, 3, 4, 5)
const isTop: Check = (value) => list(isSome)(value) && [0, 2].includes((value as unknown[]).length)

const isLeg = shape({
  order: isUuid,
  venue: isVenue,
  side: oneOf('buy', 'sell'),
  limit: isSome,
  size: isSome,
  sentAt: isTime,
  state: oneOf('filled', 'partial', 'unfilled', 'refused'),
  filled: isUnits,
  quote: isUnits,
  fee: isUnits,
  book: shape({ seq: isCount, at: isTime, bid: isTop, ask: isTop }),
})

const isTradeLine = shape({
  v: oneOf(1),
  kind: oneOf('trade'),
  number: isNumber,
  at: isTime,
  pid: isNumber,
  legs: list(isLeg),
  profit: isSigned,
})

const moved = { from: isVenue, to: isVenue, currency: isNumber, amount: isSome }

const isMoveLine = shape({
  v: oneOf(1),
  kind: oneOf('move'),
  number: isNumber,
  at: isTime,
  ...moved,
  cost: isUnits,
})

const isArrivalLine = shape({
  v: oneOf(1),
  kind: oneOf('arrival'),
  number: isNumber,
  at: isTime,
  ...moved,
  move: isNumber,
})

const isPayoutLine = shape({
  v: oneOf(1),
  kind: oneOf('payout'),
  day: isDay,
  book: oneOf('real', 'simulated'),
  order: isUuid,
  number: isNumber,
  mid: isNumber,
  version: isNumber,
  upperPpm: isSome,
  principal: isSome,
  last: isDay,
  amount: isUnits,
})
