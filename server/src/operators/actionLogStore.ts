import { sql } from 'kysely'
import type { Reader, Tx } from '../db/pool.ts'
import type {} from './tables.ts'

/** One operator action. */
export interface OperatorAction {
  /** The operator's proven address. */
  operator: string
  /** Module and verb, such as "content.publish". */
  action: string
  /** The object of the action, such as "content 12". */
  subject: string
  /** The affected user, who sees the action in the settings. */
  userId?: number
  /** Further facts for readers of the log, ready for JSON. */
  details?: Readonly<Record<string, string | number | boolean | null>>
  atMs: number
}

/**
 * Logs an operator action in the transaction that performs it: the action and its log entry commit together. From here to the
 * commit no other action is logged, so that their chain has no gaps.
 */
export async function recordAction(
  tx: Tx,
  { operator, action, subject, userId, details = {}, atMs }: OperatorAction,
): Promise<void> {
  const user = userId === undefined ? null : BigInt(userId)
  const row = {
    at_ms: BigInt(atMs),
    operator,
    action,
    subject,
    user_id: user,
    details: JSON.stringify(details),
  }
  await tx.insertInto('operator_action').values(row).execute()
}

/** An action as the log has it. */
export interface LoggedAction {
  id: number
  operator: string
  action: string
  subject: string
  userId: number | null
  details: Readonly<Record<string, string | number | boolean | null>>
  atMs: number
  /** Hex. */
  hash: string
}

/** A query of the log; absent fields do not filter. */
export interface ActionFilter {
  operator?: string | undefined
  /** A whole action, or a module for all of its actions. */
  action?: string | undefined
  subject?: string | undefined
  userId?: number | undefined
  fromMs?: number | undefined
  untilMs?: number | undefined
  /** The id of the last one on the previous page. */
  before?: number | undefined
}

/** Matching actions, newest first. */
export async function listActions(
  reader: Reader,
  filter: ActionFilter,
  most: number,
): Promise<LoggedAction[]> {
  const { operator, action, subject, userId, fromMs, untilMs, before } = filter
  let asked = reader.selectFrom('operator_action').selectAll().orderBy('id', 'desc').limit(most)
  if (operator !== undefined) asked = asked.where('operator', '=', operator)
  if (subject !== undefined) asked = asked.where('subject', '=', subject)
  if (userId !== undefined) asked = asked.where('user_id', '=', BigInt(userId))
  if (fromMs !== undefined) asked = asked.where('at_ms', '>=', BigInt(fromMs))
  if (untilMs !== undefined) asked = asked.where('at_ms', '<', BigInt(untilMs))
  if (before !== undefined) asked = asked.where('id', '<', BigInt(before))
  if (action !== undefined)
    asked = asked.where(({ eb, or }) =>
      or([eb('action', '=', action), eb(sql`left(action, ${action.length + 1}::int)`, '=', `${action}.`)]),
    )
  return (await asked.execute()).map((row) => ({
    id: Number(row.id),
    operator: row.operator,
    action: row.action,
    subject: row.subject,
    userId: row.user_id === null ? null : Number(row.user_id),
    details: JSON.parse(row.details) as LoggedAction['details'],
    atMs: Number(row.at_ms),
    hash: row.hash.toString('hex'),
  }))
}

/** The newest line of the log; null while it is empty. */
export async function actionLogHead(reader: Reader): Promise<{ id: number; hash: string } | null> {
  const [newest] = await listActions(reader, {}, 1)
  return newest ? { id: newest.id, hash: newest.hash } : null
}
