import { isCount, isTime, isUnits } from '../fields.ts'
import type { Book } from '../money/currencies.ts'
import type { Direction } from '../orders/terms.ts'

/** The terms of an order in a day's record. Amounts are units in digits. */
export interface LineTerms {
  book: Book
  currency: string
  pid: number
  /** Seconds. */
  duration: number
  direction: Direction
  barrierPpm: number
  chancePpm: number
  marginPpm: number
  ratePct: number
  /** Ms since 1970, a whole second. */
  due: number
  stake: string
}

export const TERM_FIELDS = [
  'book',
  'currency',
  'pid',
  'duration',
  'direction',
  'barrierPpm',
  'chancePpm',
  'marginPpm',
  'ratePct',
  'due',
  'stake',
] as const

const COUNTS = ['duration', 'barrierPpm', 'chancePpm', 'marginPpm', 'ratePct'] as const

/** Whether the terms among a line's fields are plausible. */
export function areTerms(value: Record<string, unknown>): boolean {
  const { book, currency, pid, direction, chancePpm, due, stake } = value
  return (
    (book === 'real' || book === 'simulated') &&
    isCurrency(currency) &&
    isCount(pid) &&
    pid < 1_000_000 &&
    COUNTS.every((name) => isCount(value[name])) &&
    (direction === 'up' || direction === 'down') &&
    (chancePpm as number) <= 1_000_000 &&
    isTime(due) &&
    due % 1000 === 0 &&
    isUnits(stake) &&
    BigInt(stake) > 0n
  )
}

export function isCurrency(value: unknown): boolean {
  return typeof value === 'string' && /^[A-Z]{2,8}$/.test(value)
}
