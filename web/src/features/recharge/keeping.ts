import { call, CallFailed, newKey, type Given, type Reply } from '../../api.ts'
import { sessionNow } from '../../session/session.ts'
import type { Attempt, AttemptWorld } from './attempt.ts'

type MoneyCall = 'cash_out' | 'currencyExchange'

/** The page's side of sending once: calls that show nothing by themselves, and an attempt that outlives a reload. */
export function attemptWorld<N extends MoneyCall>(name: N): AttemptWorld<Given<N>, Reply<N>> {
  const place = `tickmark.attempt.${name}`
  const { address, book } = sessionNow()
  return {
    owner: `${address ?? ''}/${book}`,
    newKey,
    kept: () => attemptOf<Given<N>>(readKept(place)),
    keep: (attempt) => keepValue(place, attempt),
    send: (body, idempotencyKey) => call(name, body, { quiet: true, idempotencyKey }),
    isUnknown: isFateUnknown,
  }
}

/** What was typed in a form of this tab before a reload or an error; null when there is nothing. */
export function readKept(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as unknown
  } catch {
    return null
  }
}

/** Keeps a value for this tab, or forgets it when null. */
export function keepValue(key: string, value: object | null): void {
  try {
    if (value) sessionStorage.setItem(key, JSON.stringify(value))
    else sessionStorage.removeItem(key)
  } catch {
    // Storage is full or closed: it lasts as long as the page.
  }
}

/** No answer, or one that does not say whether anything was done. */
function isFateUnknown(failure: unknown): boolean {
  return !(failure instanceof CallFailed) || failure.code === 'network' || failure.status >= 500
}

function attemptOf<Body>(value: unknown): Attempt<Body> | null {
  if (typeof value !== 'object' || value === null) return null
  const { key, owner, body } = value as Record<string, unknown>
  const isOne =
    typeof key === 'string' && typeof owner === 'string' && typeof body === 'object' && body !== null
  return isOne ? (value as Attempt<Body>) : null
}
