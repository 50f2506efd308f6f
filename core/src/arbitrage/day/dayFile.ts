import { isCount, isDay, isHash } from '../../fields.ts'
import { list, matches, oneOf, shape, type Check } from '../../shape.ts'
import { isKeys, isNote } from '../../receipts/receiptShape.ts'
import type { HouseKeys, Receipt } from '../../receipts/receipts.ts'

export const DAY_FORMAT = 'tickmark-yield/1'

/**
 * A UTC day of the programme with everything that decides its payouts. The segments have: the day's `yield` entry; the previous
 * day's, or the log's first entry for the first day; the `trades` entries of its lines; the `hostings` entries of both days'
 * statements; the `product` entries of all versions; and, for a simulated market, commitments and reveals of the days that the
 * lines touch.
 */
export interface DayFile extends Pick<Receipt, 'segments' | 'proof' | 'checkpoint'> {
  format: typeof DAY_FORMAT
  day: string
  /** Texts of all lines under these `trades` entries, by number. */
  trades: readonly string[]
  /** Texts of the day's payout lines, in the order of their tree. */
  payouts: readonly string[]
  /** Texts of the payout lines of the day before, in the order of their tree. */
  earlier: readonly string[]
  /** Texts of all hosting statements under these `hostings` entries, by number. */
  hostings: readonly string[]
  keys: HouseKeys
}

const isBody: Check = (value) => matches(value, /^[\x20-\x7e]{1,65535}$/)
const isLine: Check = (value) => matches(value, /^[\x20-\x7e]{1,60000}$/)

const isDayFile = shape({
  format: oneOf(DAY_FORMAT),
  day: isDay,
  segments: many(shape({ from: isCount, bodies: list(isBody) })),
  proof: many(isHash),
  checkpoint: isNote,
  trades: many(isLine),
  payouts: many(isLine),
  earlier: many(isLine),
  hostings: many(isLine),
  keys: isKeys,
})

/** Parses a day's file. Null for a missing or extra field or a wrong type. Never throws. */
export function parseDayFile(value: unknown): DayFile | null {
  try {
    return isDayFile(value) ? (value as DayFile) : null
  } catch {
    return null
  }
}

/** A list of any length: a day may pay a million orders. */
function many(isItem: Check): Check {
  return (value) => Array.isArray(value) && Array.from<unknown>(value).every(isItem)
}
