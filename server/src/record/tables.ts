interface RecordDayTable {
  day: string
  orders: bigint
  withdrawals: bigint
  root: Buffer
  size: bigint
  figures: string
  log_seq: bigint | null
}

interface RecordPartTable {
  day: string
  part: number
  lines: Buffer
}

declare module '../db/schema.ts' {
  interface Schema {
    record_day: RecordDayTable
    record_part: RecordPartTable
  }
}
