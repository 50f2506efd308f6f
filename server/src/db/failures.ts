import { setTimeout as sleep } from 'node:timers/promises'

/** Two transactions conflicted, and PostgreSQL aborted this one: run it again. */
export function isConflict(thrown: unknown): boolean {
  const code = codeOf(thrown)
  return code === '40001' || code === '40P01'
}

/** A unique constraint refused a row; with `constraint`, only that one counts. */
export function isDuplicate(thrown: unknown, constraint?: string): boolean {
  if (codeOf(thrown) !== '23505') return false
  return constraint === undefined || (thrown as { constraint?: string }).constraint === constraint
}

/** This check constraint refused a row. */
export function isCheckViolation(thrown: unknown, constraint: string): boolean {
  return codeOf(thrown) === '23514' && (thrown as { constraint?: string }).constraint === constraint
}

/** The role of the connection lacks a right. */
export function isForbidden(thrown: unknown): boolean {
  return codeOf(thrown) === '42501'
}

/** A disk or a quota has no space left, the database's or our own. */
export function isDiskFull(thrown: unknown): boolean {
  return ['53100', 'ENOSPC', 'EDQUOT'].includes(codeOf(thrown))
}

/** The connection failed, or the server is stopping or starting: it is unknown whether the statement ran. */
export function isConnectionLoss(thrown: unknown): boolean {
  const code = codeOf(thrown)
  if (/^(08...|57P01|57P02|57P03|57P05|25P03|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/.test(code))
    return true
  return (
    thrown instanceof Error && /^Connection terminated|^timeout expired|not queryable/.test(thrown.message)
  )
}

/** The database was too busy: rivals kept colliding, a lock came too late, or no connection became free. Nothing was written. */
export function isOverload(thrown: unknown): boolean {
  if (isConflict(thrown) || codeOf(thrown) === '55P03') return true
  return thrown instanceof Error && thrown.message.startsWith('timeout exceeded when trying to connect')
}

/** The failure passes, as when the database is away, too busy or without space: the caller may try again. */
export function isPassing(thrown: unknown): boolean {
  return isConnectionLoss(thrown) || isOverload(thrown) || isDiskFull(thrown)
}

/**
 * Waits a random time before the next attempt, up to about 20, 40, 80 … ms, so that two rivals do not collide again.
 */
export async function backOff(attempt: number): Promise<void> {
  await sleep(Math.random() * 10 * 2 ** attempt)
}

function codeOf(thrown: unknown): string {
  const code = (thrown as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}
