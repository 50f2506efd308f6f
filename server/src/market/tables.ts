import type { Generated } from 'kysely'

export interface LogEntryTable {
  seq: bigint
  kind: string
  at: bigint
  body: string
  leaf: Buffer
}

export interface LogTileTable {
  level: number
  n: bigint
  root: Buffer
  data: Buffer
}

export interface LogCheckpointTable {
  size: bigint
  at: bigint
  root: Buffer
  note: string
  kept: boolean
}

export interface LogWitnessedTable {
  is_only: Generated<boolean>
  size: bigint
  at: bigint
  signatures: number
  note: string
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

interface RulesVersionTable {
  version: number
  proposal: string
  /** JSON. */
  rules: string
  asked_by: string
  approved_by: string
  approved_ms: bigint
}

declare module '../db/schema.ts' {
  interface Schema {
    log_entry: LogEntryTable
    log_tile: LogTileTable
    log_checkpoint: LogCheckpointTable
    log_witnessed: LogWitnessedTable
    log_day: LogDayTable
    candle: CandleTable
    rules_version: RulesVersionTable
  }
}
