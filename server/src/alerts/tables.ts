import type { Generated, Selectable } from 'kysely'

export interface PriceAlertTable {
  id: string
  user_id: bigint
  pid: number
  kind: string
  value: string
  level: bigint
  side: number
  set_at_ms: bigint
  set_seq: bigint
  fired_at_ms: bigint | null
  fired_price: bigint | null
  fired_seq: bigint | null
}

/** A row as it is read. */
export type PriceAlertRow = Selectable<PriceAlertTable>

export interface AlertCursorTable {
  one: Generated<boolean>
  seq: bigint
}

declare module '../db/schema.ts' {
  interface Schema {
    price_alert: PriceAlertTable
    alert_cursor: AlertCursorTable
  }
}
