import { unreachable } from '../assert.ts'
import { canonicalWriter } from '../canonical.ts'
import { isCount, isHash, isSigned, isTime } from '../fields.ts'
import { isRecord, readJson } from '../json.ts'
import { settleClosed, settlementOf, sumsFor } from '../orders/orders.ts'
import type { Outcome } from '../orders/terms.ts'
import { areTerms, isCurrency, TERM_FIELDS, type LineTerms } from './lineTerms.ts'
import {
  isRefusalLine,
  isRefusedLine,
  refusalText,
  refusedText,
  type RefusalLine,
  type RefusedLine,
} from './refusedLine.ts'

/**
 * A settled order in a day's record. It names neither owner nor order; the owner finds it by his ticket's hash. Amounts are units
 * in digits, exactly as in ticket and settlement.
 */
export interface OrderLine extends LineTerms {
  kind: 'order'
  /** `ticketHash`. */
  ticket: string
  /** Leaf hash of the settlement statement in its batch, in hex. */
  receipt: string
  /** The signed batch of receipts, and the `receipts` log entry that has its root. */
  batch: number
  logged: number
  outcome: Outcome
  net: string
  payout: string
  /** Log entries of the deciding ticks; 0 where there is none. */
  entrySeq: number
  exitSeq: number
}

/**
 * A paid withdrawal, with the time between the log's entries that promised it and that say it is paid. Both entries name a promise by
 * its number, so that anybody can compare the times of a day with the log.
 */
export interface WithdrawalLine {
  kind: 'withdrawal'
  currency: string
  /** Our number of the network. */
  network: number
  ms: number
}

export type RecordLine = OrderLine | RefusalLine | RefusedLine | WithdrawalLine

const ORDER_FIELDS = [
  'kind',
  'ticket',
  'receipt',
  'batch',
  'logged',
  ...TERM_FIELDS,
  'outcome',
  'net',
  'payout',
  'entrySeq',
  'exitSeq',
] as const
const WITHDRAWAL_FIELDS = ['kind', 'currency', 'network', 'ms'] as const

const orderText = canonicalWriter<OrderLine>(ORDER_FIELDS)
const withdrawalText = canonicalWriter<WithdrawalLine>(WITHDRAWAL_FIELDS)

/** The canonical text of a line: a leaf of the record's tree. The file adds a line feed. */
export function lineText(line: RecordLine): string {
  switch (line.kind) {
    case 'order':
      return orderText(line)
    case 'refusal':
      return refusalText(line)
    case 'refused':
      return refusedText(line)
    case 'withdrawal':
      return withdrawalText(line)
    default:
      return unreachable(line)
  }
}

/** Parses a line; null unless the text is exactly what `lineText` writes for plausible fields. */
export function parseLine(text: string): RecordLine | null {
  const value = /^[\x20-\x7e]{1,2000}$/.test(text) ? readJson(text) : undefined
  if (!isRecord(value)) return null
  const isKnown = [isOrderLine, isRefusalLine, isRefusedLine, isWithdrawalLine].some((is) => is(value))
  const line = isKnown ? (value as unknown as RecordLine) : null
  return line && lineText(line) === text ? line : null
}

/** Whether net and payout follow from stake, rate and outcome, and the line has the ticks that the outcome needs. */
export function isSound(line: OrderLine): boolean {
  const sums = sumsFor(BigInt(line.stake), line.ratePct)
  const payout = BigInt(line.payout)
  const isDecided = line.outcome === 'won' || line.outcome === 'lost' || line.outcome === 'tied'
  if ((isDecided && line.entrySeq === 0) || isDecided !== line.exitSeq > 0) return false
  if (line.outcome === 'closed' && (payout < 0n || payout > sums.stake + sums.profit)) return false
  const { net, toUser } =
    line.outcome === 'closed' ? settleClosed(sums, payout) : settlementOf(line.outcome, sums)
  return net === BigInt(line.net) && toUser === payout
}

function isOrderLine(value: Record<string, unknown>): boolean {
  return (
    value['kind'] === 'order' &&
    Object.keys(value).length === ORDER_FIELDS.length &&
    [value['ticket'], value['receipt']].every(isHash) &&
    COUNTS.every((name) => isCount(value[name])) &&
    areTerms(value) &&
    OUTCOMES.includes(value['outcome'] as Outcome) &&
    [value['net'], value['payout']].every(isSigned)
  )
}

const COUNTS = ['batch', 'logged', 'entrySeq', 'exitSeq']
const OUTCOMES: readonly Outcome[] = ['won', 'lost', 'tied', 'void', 'closed']

function isWithdrawalLine(value: Record<string, unknown>): boolean {
  return (
    value['kind'] === 'withdrawal' &&
    Object.keys(value).length === WITHDRAWAL_FIELDS.length &&
    isCurrency(value['currency']) &&
    isCount(value['network']) &&
    isTime(value['ms'])
  )
}
