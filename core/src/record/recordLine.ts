import { canonicalWriter } from '../canonical.ts'
import { isCount, isHash, isSigned, isTime } from '../fields.ts'
import { isRecord, readJson } from '../json.ts'
import type { Book } from '../money/currencies.ts'
import { settleClosed, settlementOf, sumsFor } from '../orders/orders.ts'
import type { Direction, Outcome } from '../orders/terms.ts'

/**
 * A settled order in a day's record. It names neither owner nor order; the owner finds it by his ticket's hash. Amounts are units
 * in digits, exactly as in ticket and settlement.
 */
export interface OrderLine {
  kind: 'order'
  /** `ticketHash`. */
  ticket: string
  /** Leaf hash of the settlement statement in its batch, in hex. */
  receipt: string
  /** The signed batch of receipts, and the `receipts` log entry that has its root. */
  batch: number
  logged: number
  book: Book
  currency: string
  pid: number
  /** Seconds. */
  duration: number
  direction: Direction
  barrierPpm: number
  chancePpm: number
  marginPpm: number
  ratePct: number
  /** Ms since 1970, a whole second. */
  due: number
  stake: string
  outcome: Outcome
  net: string
  payout: string
  /** Log entries of the deciding ticks; 0 where there is none. */
  entrySeq: number
  exitSeq: number
}

/** A paid withdrawal, with the time from its request until it was final on its chain. */
export interface WithdrawalLine {
  kind: 'withdrawal'
  currency: string
  /** Our number of the network. */
  network: number
  ms: number
}

export type RecordLine = OrderLine | WithdrawalLine

const ORDER_FIELDS = [
  'kind',
  'ticket',
  'receipt',
  'batch',
  'logged',
  'book',
  'currency',
  'pid',
  'duration',
  'direction',
  'barrierPpm',
  'chancePpm',
  'marginPpm',
  'ratePct',
  'due',
  'stake',
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
  return line.kind === 'order' ? orderText(line) : withdrawalText(line)
}

/** Parses a line; null unless the text is exactly what `lineText` writes for plausible fields. */
export function parseLine(text: string): RecordLine | null {
  const value = /^[\x20-\x7e]{1,2000}$/.test(text) ? readJson(text) : undefined
  if (!isRecord(value)) return null
  const line = isOrderLine(value) || isWithdrawalLine(value) ? (value as unknown as RecordLine) : null
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
    isTime(value['due']) &&
    (value['book'] === 'real' || value['book'] === 'simulated') &&
    isCurrency(value['currency']) &&
    (value['direction'] === 'up' || value['direction'] === 'down') &&
    OUTCOMES.includes(value['outcome'] as Outcome) &&
    [value['stake'], value['net'], value['payout']].every(isSigned) &&
    BigInt(value['stake'] as string) > 0n &&
    (value['pid'] as number) < 1_000_000 &&
    (value['chancePpm'] as number) <= 1_000_000 &&
    value['due'] % 1000 === 0
  )
}

const COUNTS = [
  'batch',
  'logged',
  'pid',
  'duration',
  'barrierPpm',
  'chancePpm',
  'marginPpm',
  'ratePct',
  'entrySeq',
  'exitSeq',
]
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

function isCurrency(value: unknown): boolean {
  return typeof value === 'string' && /^[A-Z]{2,8}$/.test(value)
}
