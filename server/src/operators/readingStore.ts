import { lockName } from '../db/locks.ts'
import type { Reader, Tx } from '../db/pool.ts'
import type {} from './tables.ts'

export const READING = 'people.read'

/**
 * The subjects that an operator has read since a moment, each with the time of the first reading. Until the end of the
 * transaction no other reading of this operator is counted or logged.
 */
export async function readSince(tx: Tx, operator: string, sinceMs: number): Promise<Map<string, number>> {
  await lockName(tx, 'readings', operator)
  const rows = await tx
    .selectFrom('operator_action')
    .select(['subject', (of) => of.fn.min('at_ms').as('at')])
    .where('operator', '=', operator)
    .where('action', '=', READING)
    .where('at_ms', '>', BigInt(sinceMs))
    .groupBy('subject')
    .execute()
  return new Map(rows.map(({ subject, at }) => [subject, Number(at)]))
}

/** Whether an operator has read about a subject since a moment. */
export async function wasRead(
  reader: Reader,
  operator: string,
  subject: string,
  sinceMs: number,
): Promise<boolean> {
  const row = await reader
    .selectFrom('operator_action')
    .select('id')
    .where('operator', '=', operator)
    .where('action', '=', READING)
    .where('at_ms', '>', BigInt(sinceMs))
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row !== undefined
}
