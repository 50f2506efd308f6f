import { isCount, isHash, isOrigin, isSignature, isSigned, isTime, isUnits, isUuid } from '../fields.ts'
import { CURRENCIES } from '../money/currencies.ts'
import { DURATIONS } from '../orders/durations.ts'
import { dueAtMs } from '../market/fixing.ts'
import { RULE } from '../orders/orders.ts'
import { PRODUCTS } from '../market/products.ts'
import { list, matches, oneOf, orNull, shape, type Check } from '../shape.ts'
import { RECEIPT_FORMAT, pairOf, settlementCause, type Receipt, type Ticket } from './receipts.ts'

/**
 * Parses a receipt file. Null for anything else: a missing or extra field, a wrong type, an amount out of range, or
 * ticket terms that contradict each other or the rules. Never throws.
 */
export function parseReceipt(value: unknown): Receipt | null {
  try {
    return isReceipt(value) && agrees(value as Receipt) ? (value as Receipt) : null
  } catch {
    return null
  }
}

/** Whether the parts refer to the same order, and the ticket to existing products and currencies. */
function agrees({ ticket, settlement, settlementLog }: Receipt): boolean {
  return (
    isTermed(ticket) &&
    settlement.order === ticket.order &&
    (settlementLog !== null) === (settlement.outcome === 'closed') &&
    settlement.ledger === settlementCause(ticket.order)
  )
}

/** Whether a ticket's duration, due second and coin match the rules. */
export function isTermed(ticket: Ticket): boolean {
  const duration = DURATIONS.find((one) => one.seconds === ticket.duration)
  return (
    duration?.fixingTicks === ticket.fixingTicks &&
    ticket.dueAt === dueAtMs(ticket.acceptedAt, duration.seconds) &&
    ticket.pair === pairOf(ticket.pid)
  )
}

const isCode: Check = (value) => matches(value, /^[a-z][a-z_]{1,39}$/)
const isBody: Check = (value) => matches(value, /^[\x20-\x7e]{1,20000}$/)
const isText: Check = (value) => matches(value, /^[\x20-\x7e]{1,200}$/)
/** Lines of ASCII; a dash begins each signature. */
export const isNote: Check = (value) => matches(value, /^[\n\x20-\x7e\u2014]{1,20000}$/)
const isHashOrNone: Check = (value) => value === '' || isHash(value)
const isLines: Check = (value) => matches(value, /^[\x20-\x7e\n]{1,2000}$/)
const isWalletSignature: Check = (value) => matches(value, /^0x[0-9a-f]{2,4000}$/)
const isMillionths: Check = (value) => isCount(value) && value < 1_000_000
const isPath = list(isHash)

export const isTicket = shape({
  v: oneOf(1),
  kind: oneOf('ticket'),
  rule: oneOf(RULE),
  order: isUuid,
  user: isHash,
  book: oneOf('real', 'simulated'),
  currency: oneOf(...CURRENCIES.map((one) => one.code)),
  pid: oneOf(...PRODUCTS.map((one) => one.pid)),
  pair: isText,
  duration: isCount,
  fixingTicks: isCount,
  direction: oneOf('up', 'down'),
  barrierPpm: isMillionths,
  ratePct: isCount,
  chancePpm: isMillionths,
  marginPpm: isMillionths,
  stake: isUnits,
  profit: isUnits,
  fee: isUnits,
  acceptedAt: isTime,
  dueAt: isTime,
  model: isCount,
  rules: isCount,
  consent: isHashOrNone,
})

export const isStatement = shape({
  v: oneOf(1),
  kind: oneOf('settlement'),
  order: isUuid,
  ticket: isHash,
  outcome: oneOf('won', 'lost', 'tied', 'void', 'closed'),
  net: isSigned,
  payout: isUnits,
  entrySeq: isCount,
  entryPrice: isUnits,
  exitSeq: isCount,
  exitPrice: isUnits,
  bid: isUnits,
  settledAt: isTime,
  ledger: isText,
  consent: isHashOrNone,
})

export const isProof = shape({
  batch: isCount,
  index: isCount,
  count: isCount,
  path: isPath,
  root: isHash,
  signature: isSignature,
})

export const isRefusal = shape({
  v: oneOf(1),
  kind: oneOf('refusal'),
  number: isCount,
  asked: isUuid,
  order: isUuid,
  code: isCode,
  at: isTime,
  consent: isHash,
})

const isPlace = shape({ index: isCount, count: isCount, path: isPath })

const isExcerpt = shape({ from: isCount, bodies: list(isBody) })

export const isConsent = orNull(
  shape({
    text: isLines,
    signature: isSignature,
    delegation: shape({
      text: isLines,
      signature: isWalletSignature,
      address: isText,
      kind: oneOf('evm', 'tron', 'contract'),
    }),
  }),
)

export const isKeys = shape({ origin: isOrigin, log: isHash, receipts: isHash })

const isReceipt = shape({
  format: oneOf(RECEIPT_FORMAT),
  ticket: isTicket,
  ticketProof: isProof,
  ticketLog: isPlace,
  settlement: isStatement,
  settlementProof: isProof,
  settlementLog: orNull(isPlace),
  consents: shape({ order: isConsent, close: isConsent }),
  segments: list(isExcerpt),
  proof: isPath,
  checkpoint: isNote,
  keys: isKeys,
})
