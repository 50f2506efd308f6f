import { canonicalWriter } from '../canonical.ts'
import { readOrderText } from '../consent/consentText.ts'
import { DAY_MS } from '../days.ts'
import { isCount, isHash } from '../fields.ts'
import { dueAtMs } from '../market/fixing.ts'
import type { Outcome } from '../orders/terms.ts'
import { areTerms, TERM_FIELDS, type LineTerms } from './lineTerms.ts'

/** A signed refusal in a day's record. It tells neither what was refused nor why, nor whom. */
export interface RefusalLine {
  kind: 'refusal'
  /** Leaf hash of the refusal's text, in hex. */
  refusal: string
  /** The `refusals` log entry that has it. */
  logged: number
}

/**
 * The refusal of an order whose signed terms were an offer made to everyone: the order as if it had been accepted when it was
 * refused. It names neither owner nor order; the owner finds it by his refusal's leaf hash.
 */
export interface RefusedLine extends Omit<RefusalLine, 'kind'>, LineTerms {
  kind: 'refused'
  /** What the logged prices would have made of it. */
  outcome: WouldBe
}

export type WouldBe = Exclude<Outcome, 'closed'>

/**
 * A refusal is in the record of the day in which its log entry reaches this age: the longest order that it may be of is over
 * then, and its prices are logged.
 */
export const REFUSAL_LAG_MS = DAY_MS + 10_000

const REFUSAL_FIELDS = ['kind', 'refusal', 'logged'] as const
const REFUSED_FIELDS = [...REFUSAL_FIELDS, ...TERM_FIELDS, 'outcome'] as const

export const refusalText = canonicalWriter<RefusalLine>(REFUSAL_FIELDS)
export const refusedText = canonicalWriter<RefusedLine>(REFUSED_FIELDS)

export function isRefusalLine(value: Record<string, unknown>): boolean {
  return value['kind'] === 'refusal' && Object.keys(value).length === REFUSAL_FIELDS.length && isPlaced(value)
}

export function isRefusedLine(value: Record<string, unknown>): boolean {
  return (
    value['kind'] === 'refused' &&
    Object.keys(value).length === REFUSED_FIELDS.length &&
    isPlaced(value) &&
    areTerms(value) &&
    OUTCOMES.includes(value['outcome'] as WouldBe)
  )
}

const OUTCOMES: readonly WouldBe[] = ['won', 'lost', 'tied', 'void']

/** The terms of a refused order, as if it had been accepted when it was refused; null for any text but an order's. */
export function refusedTerms(text: string, refusedAtMs: number): LineTerms | null {
  const read = readOrderText(text)
  if (!read) return null
  const { book, currency, pid, duration, direction, barrierPpm, chancePpm, marginPpm, ratePct, stake } = read
  const numbers = { barrierPpm, chancePpm, marginPpm, ratePct }
  const due = dueAtMs(refusedAtMs, duration)
  const terms = { book, currency, pid, duration, direction, ...numbers, due, stake }
  return areTerms(terms) ? terms : null
}

function isPlaced({ refusal, logged }: Record<string, unknown>): boolean {
  return isHash(refusal) && isCount(logged)
}
