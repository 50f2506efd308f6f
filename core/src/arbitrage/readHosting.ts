import type { Canonical } from '../canonical.ts'
import { canonicalText } from '../canonical.ts'
import { isCount, isDay, isHash, isTime, isUnits, isUuid } from '../fields.ts'
import { oneOf, shape, type Check } from '../shape.ts'
import { hostingText, sharedDays, type HostingStatement } from './hostings.ts'
import { isNumber, isSome, valueOf } from './readLines.ts'

const isConsent: Check = (value) => value === '' || isHash(value)

const isTicketShape = shape({
  v: oneOf(1),
  kind: oneOf('hosting'),
  number: isNumber,
  at: isTime,
  order: isUuid,
  book: oneOf('real', 'simulated'),
  mid: isNumber,
  version: isNumber,
  days: isNumber,
  upperPpm: isNumber,
  exitFeePpm: isCount,
  principal: isSome,
  first: isDay,
  last: isDay,
  consent: isConsent,
})

const isExitShape = shape({
  v: oneOf(1),
  kind: oneOf('exit'),
  number: isNumber,
  at: isTime,
  order: isUuid,
  back: isUnits,
  fee: isUnits,
  consent: isConsent,
})

/** No product runs longer. */
const MOST_DAYS = 10_000

/** Whether a value is a hosting statement whose days follow from its time. Never throws. */
export function isHostingStatement(value: unknown): value is HostingStatement {
  if (isExitShape(value)) return true
  if (!isTicketShape(value)) return false
  const { at, days, first, last } = value as Extract<HostingStatement, { kind: 'hosting' }>
  if (days > MOST_DAYS) return false
  const shares = sharedDays(at, days)
  return first === shares.first && last === shares.last
}

/** Parses a statement; null unless the text is exactly what `hostingText` writes for plausible fields. */
export function parseHosting(text: string): HostingStatement | null {
  const value = valueOf(text)
  if (!isHostingStatement(value)) return null
  return canonicalText(value as unknown as Canonical) === text && hostingText(value) === text ? value : null
}
