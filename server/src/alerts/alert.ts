import type { AlertKind, AlertSide } from '@tickmark/core/market/priceAlerts'
import type { Amount } from '@tickmark/core/money/money'
import type { PriceAlertRow } from './tables.ts'

/** A price at which a user wants a notification. Prices in 1e-8 USDT, times in milliseconds since 1970. */
export interface Alert {
  id: string
  userId: number
  pid: number
  kind: AlertKind
  /** As the user entered it: a price, or a move in percent with its sign. */
  value: string
  level: Amount
  side: AlertSide
  setAtMs: number
  /** Sequence number in the log of the tick at which it was set. */
  setSeq: number
  /** Null while it is pending. */
  fired: { atMs: number; price: Amount; seq: number } | null
}

const SIDES = ['above', 'below'] as const

/** The number of a side in the table; it never changes meaning. */
export const codeOfSide = (side: AlertSide) => SIDES.indexOf(side)

export function alertOfRow(row: PriceAlertRow): Alert {
  const { id, pid, value, level, fired_at_ms, fired_price, fired_seq } = row
  const isFired = fired_at_ms !== null && fired_price !== null && fired_seq !== null
  return {
    id,
    userId: Number(row.user_id),
    pid,
    kind: row.kind === 'percent' ? 'percent' : 'price',
    value,
    level,
    side: SIDES[row.side] ?? 'above',
    setAtMs: Number(row.set_at_ms),
    setSeq: Number(row.set_seq),
    fired: isFired ? { atMs: Number(fired_at_ms), price: fired_price, seq: Number(fired_seq) } : null,
  }
}
