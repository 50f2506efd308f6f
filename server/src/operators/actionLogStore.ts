import type { Tx } from '../db/pool.ts'
import type {} from './tables.ts'

/** One deed of an operator. */
export interface Deed {
  /** The address that he proved. */
  operator: string
  /** Room and verb, such as "content.publish". */
  action: string
  /** What it was done to, such as "content 12". */
  subject: string
  /** What else a reader of the log needs, ready for JSON. */
  details?: Readonly<Record<string, string | number | boolean | null>>
  atMs: number
}

/** Writes a deed into the operators' log, in the transaction that does it: neither is there without the other. */
export async function recordAction(
  tx: Tx,
  { operator, action, subject, details = {}, atMs }: Deed,
): Promise<void> {
  const row = { at_ms: BigInt(atMs), operator, action, subject, details: JSON.stringify(details) }
  await tx.insertInto('operator_action').values(row).execute()
}
