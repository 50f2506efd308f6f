import type { Crypto, OwnerCrypto } from '../crypto.ts'
import type { Fixing } from '../market/fixing.ts'
import { checkpointKey, openCheckpoint } from '../log/checkpoint.ts'
import type { BatchesEntry } from '../log/log.ts'
import { formatAmount } from '../money/money.ts'
import { settle, settleClosed, sumsFor, winningLevel, type Settlement } from '../orders/orders.ts'
import type { Outcome, Sums } from '../orders/terms.ts'
import { isInBatch } from './batches.ts'
import { findConsent, type KnownOwner } from './consentCheck.ts'
import { parseReceipt } from './receiptShape.ts'
import { closeEntryOf, findBid, findClose, findPrice, type Found } from './priceCheck.ts'
import { entryWithBatch, fixingsOf, readSegments, type LoggedFixings, type ShownLog } from './receiptLog.ts'
import {
  areKeysOf,
  namesKeys,
  settlementBody,
  ticketBody,
  ticketHash,
  type HouseKeys,
  type Receipt,
  type SettlementStatement,
} from './receipts.ts'

/**
 * The steps, in the order of the report. `keys` appears only when there are published keys to compare with, `ticket_kept`
 * and `close_kept` only when the reader has kept the order's ticket or the answer to its close, `bid` and `close_logged` only for an early close.
 */
export const STEPS = [
  'form',
  'keys',
  'ticket_kept',
  'close_kept',
  'ticket_signature',
  'consent',
  'price',
  'ticket_logged',
  'ticket_before_entry',
  'entries',
  'entry_price',
  'settlement_price',
  'bid',
  'close_logged',
  'outcome',
  'sums',
  'receipt_signature',
  'checkpoint',
] as const
export type StepName = (typeof STEPS)[number]

/**
 * One step of the check, passed or failed, with the figures for its text; prices and amounts as decimals, times in ms. An
 * `unshown` step did not pass because the receipt lacks the evidence for it; it found nothing false.
 */
export interface Step {
  name: StepName
  ok: boolean
  unshown?: true
  facts: Readonly<Record<string, string>>
}

/** The order's figures for display, as the receipt states them. Trust them only when the verdict is not `broken`. */
export interface ReceiptSummary {
  order: string
  pair: string
  book: string
  currency: string
  direction: string
  stake: string
  profit: string
  outcome: Outcome
  net: string
  payout: string
  entryPrice: string | null
  exitPrice: string | null
  level: string | null
  acceptedAt: number
  dueAt: number
  settledAt: number
}

export interface Verdict {
  /** `not_proven` when every step holds or is `unshown`. */
  verdict: 'holds' | 'not_proven' | 'broken'
  steps: Step[]
  summary?: ReceiptSummary
}

/**
 * Keys and log name that the reader already has: published, or kept from an earlier receipt. If the reader knows the order's
 * owner: `owner` is his wallet's address, `site` the host that he signed for, `ticket` the hash of his ticket, `settlement` the
 * statement that answered his early close.
 */
export type TrustedKeys = Partial<HouseKeys> &
  KnownOwner & { ticket?: string; settlement?: SettlementStatement }

/**
 * Recomputes an order's result from its receipt alone. A signature, a hash or a rule covers every field, so any change breaks at
 * least one step. Without `trusted` it only shows that the receipt is consistent with itself and with the keys it names.
 */
export function checkReceipt(given: unknown, crypto: Crypto & OwnerCrypto, trusted?: TrustedKeys): Verdict {
  const receipt = parseReceipt(given)
  try {
    if (receipt) return checkParsed(receipt, crypto, trusted)
  } catch {
    // A figure that no rule can compute with counts as a malformed file.
  }
  return { verdict: 'broken', steps: [{ name: 'form', ok: false, facts: {} }] }
}

function checkParsed(receipt: Receipt, crypto: Crypto & OwnerCrypto, trusted?: TrustedKeys): Verdict {
  const log = readSegments(receipt, crypto)
  const logged = entryWithBatch(log.runs, 'tickets', receipt.ticketProof, receipt.ticketLog, crypto)
  const scene: Scene = { receipt, crypto, log, logged, facts: fixingsOf(receipt, log.runs, logged) }
  const steps: Step[] = [
    step('form', true, { format: receipt.format, order: receipt.ticket.order }),
    ...checkKeys(receipt, trusted ?? {}),
    ...(trusted?.ticket === undefined ? [] : [checkTicketKept(scene, trusted.ticket)]),
    ...(trusted?.settlement === undefined ? [] : [checkCloseKept(scene, trusted.settlement)]),
    checkTicketSignature(scene),
    checkConsent(scene, trusted),
    stepOf('price', findPrice(receipt, log.runs, logged)),
    checkTicketLogged(scene),
    checkTicketBeforeEntry(scene),
    checkEntries(scene),
    checkEntryPrice(scene),
    checkSettlementPrice(scene),
    ...checkClose(scene),
    checkOutcome(scene),
    checkSums(scene),
    checkReceiptSignature(scene),
    checkSignedHead(scene),
  ]
  return { verdict: verdictOf(steps), steps, summary: summaryOf(receipt) }
}

function verdictOf(steps: readonly Step[]): Verdict['verdict'] {
  const failed = steps.filter((one) => !one.ok)
  if (failed.some((one) => !one.unshown)) return 'broken'
  return failed.length > 0 ? 'not_proven' : 'holds'
}

/** The input of all steps. */
interface Scene {
  receipt: Receipt
  crypto: Crypto & OwnerCrypto
  log: ShownLog
  /** The `tickets` entry with the ticket. */
  logged: BatchesEntry | null
  facts: LoggedFixings
}

function step(name: StepName, ok: boolean, facts: Step['facts'] = {}): Step {
  return { name, ok, facts }
}

function checkKeys({ keys }: Receipt, trusted: TrustedKeys): Step[] {
  return namesKeys(trusted) ? [step('keys', areKeysOf(keys, trusted), { ...keys })] : []
}

/** The house promises an order only once: a receipt with another ticket keeps another promise. */
function checkTicketKept({ receipt, crypto }: Scene, kept: string): Step {
  return step('ticket_kept', ticketHash(receipt.ticket, crypto.sha256) === kept, { ticket: kept })
}

/** The answer to an early close must be the order's settlement. */
function checkCloseKept({ receipt: { settlement } }: Scene, kept: SettlementStatement): Step {
  return step('close_kept', settlementBody(settlement) === settlementBody(kept))
}

function checkTicketSignature({ receipt, crypto }: Scene): Step {
  const ok = isInBatch(
    'ticket-batch',
    ticketBody(receipt.ticket),
    receipt.ticketProof,
    receipt.keys.receipts,
    crypto,
  )
  return step('ticket_signature', ok, {
    ticket: ticketHash(receipt.ticket, crypto.sha256),
    batch: String(receipt.ticketProof.batch),
  })
}

function checkConsent({ receipt, crypto }: Scene, trusted?: TrustedKeys): Step {
  const { ok, missing, owner, site } = findConsent(receipt, crypto, trusted)
  const found = step('consent', ok, { owner, site, missing: missing ?? '' })
  return missing ? { ...found, unshown: true } : found
}

function checkTicketLogged({ logged }: Scene): Step {
  if (!logged) return step('ticket_logged', false)
  return step('ticket_logged', true, { seq: String(logged.seq), at: String(logged.at) })
}

function checkTicketBeforeEntry({ receipt, facts }: Scene): Step {
  const { entrySeq } = receipt.settlement
  const ok = facts.ticketSeq > 0 && (entrySeq === 0 || entrySeq > facts.ticketSeq)
  const seqs = { ticketSeq: String(facts.ticketSeq), entrySeq: String(entrySeq) }
  if (!ok || facts.isPrompt) return step('ticket_before_entry', ok, seqs)
  return { ...step('ticket_before_entry', false, { ...seqs, missing: 'late' }), unshown: true }
}

function checkEntryPrice({ receipt, facts }: Scene): Step {
  const { entrySeq, entryPrice } = receipt.settlement
  const ok = facts.entry !== null && isFixing(facts.entry, entrySeq, entryPrice)
  const found = step('entry_price', ok, tickFacts(facts.entry))
  return facts.entry?.ok === false ? withoutTicks(found) : found
}

/** The log does not say why ticks are missing, and its writer could leave out those that make an order win. */
function withoutTicks(found: Step): Step {
  return found.ok
    ? { ...found, ok: false, unshown: true, facts: { ...found.facts, missing: 'ticks' } }
    : found
}

/** An order that was closed early or has no entry price must state no settlement price. */
function checkSettlementPrice({ receipt, facts }: Scene): Step {
  const { outcome, exitSeq, exitPrice } = receipt.settlement
  if (outcome === 'closed' || facts.entry?.ok === false) {
    return step('settlement_price', exitSeq === 0 && exitPrice === '0')
  }
  const ok = facts.exit !== null && isFixing(facts.exit, exitSeq, exitPrice)
  const window = String(receipt.ticket.fixingTicks)
  const found = step('settlement_price', ok, { ...tickFacts(facts.exit), window })
  return facts.isWindowFull ? found : withoutTicks(found)
}

/** The two steps of an early close. */
function checkClose({ receipt, crypto, log: { runs }, facts }: Scene): Step[] {
  if (receipt.settlement.outcome !== 'closed') return []
  const logged = closeEntryOf(receipt, runs, crypto)
  const entry = facts.entry?.ok ? facts.entry.tick : null
  return [
    stepOf('bid', findBid(receipt, runs, entry, logged)),
    stepOf('close_logged', findClose(receipt, logged)),
  ]
}

function stepOf(name: StepName, { ok, isLate, facts }: Found): Step {
  return isLate ? { ...step(name, ok, facts), unshown: true } : step(name, ok, facts)
}

function isFixing(fixing: Fixing, seq: number, price: string): boolean {
  if (!fixing.ok) return seq === 0 && price === '0'
  return seq === fixing.tick.seq && BigInt(price) === fixing.tick.price
}

function tickFacts(fixing: Fixing | null): Step['facts'] {
  if (!fixing) return {}
  if (!fixing.ok) return { reason: fixing.reason }
  const { seq, atMs, price } = fixing.tick
  return { seq: String(seq), at: String(atMs), price: formatAmount(price) }
}

function checkOutcome(scene: Scene): Step {
  const { ticket, settlement } = scene.receipt
  const decided = decide(scene)
  const ok =
    decided?.outcome === settlement.outcome && (decided.outcome === 'closed' || settlement.bid === '0')
  return step('outcome', ok, {
    outcome: settlement.outcome,
    level: levelOf(scene.receipt) ?? '',
    direction: ticket.direction,
  })
}

/**
 * The settlement that follows from ticket and log; null when they do not suffice. For a closed order the bid is taken as accepted
 * by the owner.
 */
function decide({ receipt, facts }: Scene): Settlement | null {
  const { ticket, settlement } = receipt
  const sums = sumsOf(receipt)
  if (settlement.outcome === 'closed') {
    const bid = BigInt(settlement.bid)
    const isPossible =
      facts.entry?.ok && settlement.settledAt < ticket.dueAt && bid <= sums.stake + sums.profit
    return isPossible ? settleClosed(sums, bid) : null
  }
  if (!facts.entry) return null
  if (!facts.entry.ok) return settle(ticket, sums, null, null)
  if (!facts.exit) return null
  return settle(ticket, sums, facts.entry.tick.price, facts.exit.ok ? facts.exit.tick.price : null)
}

function sumsOf({ ticket }: Receipt): Sums {
  return { stake: BigInt(ticket.stake), profit: BigInt(ticket.profit), fee: BigInt(ticket.fee) }
}

function checkSums(scene: Scene): Step {
  const { ticket, settlement } = scene.receipt
  const sums = sumsOf(scene.receipt)
  const priced = sumsFor(sums.stake, ticket.ratePct)
  const decided = decide(scene)
  const ok =
    priced.profit === sums.profit &&
    priced.fee === sums.fee &&
    decided?.net === BigInt(settlement.net) &&
    decided.toUser === BigInt(settlement.payout)
  return step('sums', ok, {
    currency: ticket.currency,
    stake: formatAmount(sums.stake),
    profit: formatAmount(sums.profit),
    net: formatAmount(BigInt(settlement.net)),
    payout: formatAmount(BigInt(settlement.payout)),
  })
}

function checkReceiptSignature({ receipt, crypto }: Scene): Step {
  const { settlement, settlementProof, keys } = receipt
  const ok =
    settlement.ticket === ticketHash(receipt.ticket, crypto.sha256) &&
    isInBatch('receipt-batch', settlementBody(settlement), settlementProof, keys.receipts, crypto)
  return step('receipt_signature', ok, {
    batch: String(settlementProof.batch),
    at: String(settlement.settledAt),
  })
}

/** All entries must be in one tree, so that nobody can join parts of two histories. */
function checkEntries({ log: { runs, ok, size } }: Scene): Step {
  return step('entries', ok, { entries: String(runs.flat().length), size: String(size) })
}

function checkSignedHead({ receipt, crypto, log: { size } }: Scene): Step {
  const { checkpoint, keys } = receipt
  const key = checkpointKey(keys.origin, keys.log, crypto.sha256)
  return step('checkpoint', openCheckpoint(checkpoint, key, crypto) !== null, {
    size: String(size),
    origin: keys.origin,
  })
}

function summaryOf(receipt: Receipt): ReceiptSummary {
  const { ticket, settlement } = receipt
  const amount = (units: string) => formatAmount(BigInt(units))
  return {
    order: ticket.order,
    pair: ticket.pair,
    book: ticket.book,
    currency: ticket.currency,
    direction: ticket.direction,
    stake: amount(ticket.stake),
    profit: amount(ticket.profit),
    outcome: settlement.outcome,
    net: amount(settlement.net),
    payout: amount(settlement.payout),
    entryPrice: settlement.entrySeq ? amount(settlement.entryPrice) : null,
    exitPrice: settlement.exitSeq ? amount(settlement.exitPrice) : null,
    level: levelOf(receipt),
    acceptedAt: ticket.acceptedAt,
    dueAt: ticket.dueAt,
    settledAt: settlement.settledAt,
  }
}

function levelOf({ ticket, settlement }: Receipt): string | null {
  if (!settlement.entrySeq) return null
  return formatAmount(winningLevel(ticket.direction, ticket.barrierPpm, BigInt(settlement.entryPrice)))
}
