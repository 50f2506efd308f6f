import type { Tx } from '../db/pool.ts'
import type {} from './tables.ts'

/** One operator action. */
export interface Deed {
  /** The operator's proven address. */
  operator: string
  /** Module and verb, such as "content.publish". */
  action: string
  /** The object of the action, such as "content 12". */
  subject: string
  /** Further facts for readers of the log, ready for JSON. */
  details?: Readonly<Record<string, string | number | boolean | null>>
  atMs: number
}

/** Logs an operator action in the transaction that performs it: the action and its log entry commit together. */
export async function recordAction(
  tx: Tx,
  { operator, action, subject, details = {}, atMs }: Deed,
): Promise<void> {
  const row = { at_ms: BigInt(atMs), operator, action, subject, details: JSON.stringify(details) }
  await tx.insertInto('operator_action').values(row).execute()
}
