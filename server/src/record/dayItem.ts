import type { RecordDayItem } from '@tickmark/wire/schemas/record'
import type { RecordDay } from './store.ts'

/** Days in one answer. */
export const MOST_DAYS = 400

/** A logged day for the wire. */
export function itemOf({ day, orders, withdrawals, root, size, logSeq }: RecordDay): RecordDayItem {
  return { day, seq: logSeq ?? 0, orders, withdrawals, root: root.toString('hex'), size }
}
