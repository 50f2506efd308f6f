import type { AlertKind, AlertSide } from '@tickmark/core/market/priceAlerts'
import type { Amount } from '@tickmark/core/money/money'
import type { PriceAlertRow } from './tables.ts'

/** A price that a user wants to hear of. Prices in 1e-8 USDT, times in milliseconds since 1970. */
export interface Alert {
  id: string
  userId: number
  pid: number
  kind: AlertKind
  /** As it was asked for: a price, or a move in percent with its sign. */
  value: string
  level: Amount
  side: AlertSide
  setAtMs: number
  /** Place in the log of the tick that it was set at. */
  setSeq: number
  /** Null while it waits. */
  fired: { atMs: number; price: Amount; seq: number } | null
}

const SIDES = ['above', 'below'] as const

/** The number that stands for a side in the table; it never changes meaning. */
export const codeOfSide = (side: Alert['side']) => SIDES.indexOf(side)

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
