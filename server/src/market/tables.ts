export interface LogEntryTable {
  seq: bigint
  kind: string
  at: bigint
  body: string
  hash: Buffer
}

export interface LogRootTable {
  seq: bigint
  at: bigint
  hash: Buffer
  signature: Buffer
}

export interface LogDayTable {
  day: string
  event: 'committed' | 'revealed'
  seq: bigint
}

export interface CandleTable {
  pid: number
  period: number
  opened_at: bigint
  open: bigint
  high: bigint
  low: bigint
  close: bigint
}

declare module '../db/schema.ts' {
  interface Schema {
    log_entry: LogEntryTable
    log_root: LogRootTable
    log_day: LogDayTable
    candle: CandleTable
  }
}
