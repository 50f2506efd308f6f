import { isCount } from '../fields.ts'
import { list, matches, oneOf, shape } from '../shape.ts'

/** Ways in which a promised withdrawal ends: paid, or the money returned after the named refusal. */
const WAYS = ['paid', 'refused', 'cancelled', 'returned'] as const

/** How a promised withdrawal ended. */
export type Ended = Readonly<{
  /** The number of its promise. */
  promise: number
  /**
   * `paid` on its chain; or its money is back, because operators refused it (`refused`), its owner called it back (`cancelled`),
   * or it could not be paid (`returned`).
   */
  end: (typeof WAYS)[number]
  /** The transaction in its final block: the payment, or one that reverted (`returned`); empty without any. */
  tx: string
}>

/** Ends under one entry, which has at most 65,535 bytes; the next tick takes the rest. */
export const MOST_ENDS = 300

const isShaped = list(
  shape({
    promise: (value) => isCount(value) && value > 0,
    end: oneOf(...WAYS),
    tx: (value) => matches(value, /^(0x[0-9a-f]{64})?$/),
  }),
)

/** Whether a value is a list of ends in the order of their promises, each with a transaction where there must be one. */
export function areEnds(value: unknown): value is readonly Ended[] {
  if (!isShaped(value)) return false
  const ends = value as readonly Ended[]
  return ends.length > 0 && ends.length <= MOST_ENDS && ends.every(isNext)
}

function isNext({ promise, end, tx }: Ended, i: number, ends: readonly Ended[]): boolean {
  const mayHave = end === 'paid' || end === 'returned'
  return promise > (ends[i - 1]?.promise ?? 0) && (tx === '' ? end !== 'paid' : mayHave)
}
