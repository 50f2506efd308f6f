import { setTimeout as sleep } from 'node:timers/promises'

/** Two transactions were in each other's way, and PostgreSQL ended this one: run it again. */
export function isConflict(thrown: unknown): boolean {
  const code = codeOf(thrown)
  return code === '40001' || code === '40P01'
}

/** A unique constraint refused a row; `constraint` limits the question to one. */
export function isDuplicate(thrown: unknown, constraint?: string): boolean {
  if (codeOf(thrown) !== '23505') return false
  return constraint === undefined || (thrown as { constraint?: string }).constraint === constraint
}

/** That check constraint refused a row. */
export function isCheckViolation(thrown: unknown, constraint: string): boolean {
  return codeOf(thrown) === '23514' && (thrown as { constraint?: string }).constraint === constraint
}

/** The connection failed, or the server is going down or coming up: whether the statement ran is not known. */
export function isConnectionLoss(thrown: unknown): boolean {
  const code = codeOf(thrown)
  if (/^(08...|57P01|57P02|57P03|57P05|25P03|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/.test(code))
    return true
  return (
    thrown instanceof Error && /^Connection terminated|^timeout expired|not queryable/.test(thrown.message)
  )
}

/** Waits a random while before the next attempt, up to some 20, 40, 80 … ms, so that two rivals do not meet again. */
export async function backOff(attempt: number): Promise<void> {
  await sleep(Math.random() * 10 * 2 ** attempt)
}

/** Runs a read again, up to five times in about two seconds, when its connection fails. Never for anything that writes. */
export async function withConnectionRetry<T>(read: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read()
    } catch (thrown) {
      if (attempt > 5 || !isConnectionLoss(thrown)) throw thrown
      await sleep(60 * 2 ** (attempt - 1))
    }
  }
}

function codeOf(thrown: unknown): string {
  const code = (thrown as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}
