import { assert } from '../assert.ts'
import { asciiBytes, concat, hexOf } from '../bytes.ts'
import { canonicalText, canonicalWriter } from '../canonical.ts'
import type { ConsentBundle } from '../consent/bundle.ts'
import type { Sha256 } from '../crypto.ts'
import type { Book } from '../money/currencies.ts'
import { durationById } from '../orders/durations.ts'
import { dueAtMs, type Tick } from '../market/fixing.ts'
import type { Amount } from '../money/money.ts'
import { RULE, type Settlement } from '../orders/orders.ts'
import type { Direction, Outcome, PriceBasis, Sums, Terms } from '../orders/terms.ts'
import { productById } from '../market/products.ts'

/**
 * The operator's promise when it accepted an order. Amounts are units in digits, times are ms since 1970, the duration
 * is in seconds.
 */
export interface Ticket {
  v: 1
  kind: 'ticket'
  rule: string
  order: string
  /** `userTag` of the owner: nobody can link a user's receipts. */
  user: string
  book: Book
  currency: string
  pid: number
  pair: string
  duration: number
  fixingTicks: number
  direction: Direction
  barrierPpm: number
  ratePct: number
  chancePpm: number
  marginPpm: number
  stake: string
  profit: string
  fee: string
  acceptedAt: number
  dueAt: number
  /** Numbers of the `model` and `rules` entries behind its price. */
  model: number
  rules: number
  /** `bundleHash` of the owner's consent; '' when he gave none. */
  consent: string
}

/**
 * The operator's statement of the result. Prices are units in digits. A missing fixing is seq 0 and price "0"; the bid
 * is "0" unless closed.
 */
export interface SettlementStatement {
  v: 1
  kind: 'settlement'
  order: string
  /** `ticketHash` of the order's ticket. */
  ticket: string
  outcome: Outcome
  net: string
  payout: string
  entrySeq: number
  entryPrice: string
  exitSeq: number
  exitPrice: string
  bid: string
  settledAt: number
  ledger: string
  /** `bundleHash` of the owner's consent to an early close; '' otherwise and when he gave none. */
  consent: string
}

export interface AcceptedOrder {
  id: string
  user: string
  book: Book
  currency: string
  terms: Terms
  sums: Sums
  acceptedAtMs: number
  basis: PriceBasis
  /** See `Ticket`. */
  consent: string
}

/** A keyed hash of owner and order: without the 32-byte secret nobody can tell which orders share an owner. */
export function userTag(userId: number, orderId: string, secret: Uint8Array, sha256: Sha256): string {
  assert(secret.length === 32, 'the secret has 32 bytes')
  return hexOf(sha256(concat(secret, asciiBytes(`user:${userId}:${orderId}`))))
}

/** The ticket of an order, as it was accepted. */
export function ticketFor(order: AcceptedOrder): Ticket {
  const { terms, sums } = order
  const duration = durationById(terms.durationId)
  assert(duration, 'an order has a known duration')
  return {
    v: 1,
    kind: 'ticket',
    rule: RULE,
    order: order.id,
    user: order.user,
    book: order.book,
    currency: order.currency,
    pid: terms.pid,
    pair: pairOf(terms.pid),
    duration: duration.seconds,
    fixingTicks: duration.fixingTicks,
    direction: terms.direction,
    barrierPpm: terms.barrierPpm,
    ratePct: terms.ratePct,
    chancePpm: terms.chancePpm,
    marginPpm: terms.marginPpm,
    stake: String(sums.stake),
    profit: String(sums.profit),
    fee: String(sums.fee),
    acceptedAt: order.acceptedAtMs,
    dueAt: dueAtMs(order.acceptedAtMs, duration.seconds),
    model: order.basis.model,
    rules: order.basis.rules,
    consent: order.consent,
  }
}

/** The traded pair: "BTC/USDT". */
export function pairOf(pid: number): string {
  const product = productById(pid)
  assert(product, 'an order is on a known product')
  return `${product.symbol}/USDT`
}

/** The canonical text of a ticket: a leaf of its batch, and the input of `ticketHash`. */
export const ticketBody = canonicalWriter<Ticket>([
  'v',
  'kind',
  'rule',
  'order',
  'user',
  'book',
  'currency',
  'pid',
  'pair',
  'duration',
  'fixingTicks',
  'direction',
  'barrierPpm',
  'ratePct',
  'chancePpm',
  'marginPpm',
  'stake',
  'profit',
  'fee',
  'acceptedAt',
  'dueAt',
  'model',
  'rules',
  'consent',
])

/** SHA-256 of a ticket's text, in hex. The buyer gets it at once. */
export function ticketHash(ticket: Ticket, sha256: Sha256): string {
  return hexOf(sha256(asciiBytes(ticketBody(ticket))))
}

/**
 * The statement of a settlement. `entry` and `exit` are the fixings; without an entry price the settlement price is
 * ignored.
 */
export function settlementFor(facts: {
  orderId: string
  /** Hex, `ticketHash`. */
  ticket: string
  settlement: Pick<Settlement, 'outcome' | 'net' | 'toUser'>
  entry: Pick<Tick, 'seq' | 'price'> | null
  exit: Pick<Tick, 'seq' | 'price'> | null
  bid: Amount | null
  settledAtMs: number
  /** See `SettlementStatement`. */
  consent: string
}): SettlementStatement {
  const exit = facts.entry && facts.exit
  return {
    v: 1,
    kind: 'settlement',
    order: facts.orderId,
    ticket: facts.ticket,
    outcome: facts.settlement.outcome,
    net: String(facts.settlement.net),
    payout: String(facts.settlement.toUser),
    entrySeq: facts.entry?.seq ?? 0,
    entryPrice: String(facts.entry?.price ?? 0n),
    exitSeq: exit?.seq ?? 0,
    exitPrice: String(exit?.price ?? 0n),
    bid: String(facts.bid ?? 0n),
    settledAt: facts.settledAtMs,
    ledger: settlementCause(facts.orderId),
    consent: facts.consent,
  }
}

/** The reference of the ledger transfers that settled an order. */
export function settlementCause(orderId: string): string {
  return `order:${orderId}/settlement`
}

/** The canonical text of a settlement statement: a leaf of its batch. */
export const settlementBody = canonicalWriter<SettlementStatement>([
  'v',
  'kind',
  'order',
  'ticket',
  'outcome',
  'net',
  'payout',
  'entrySeq',
  'entryPrice',
  'exitSeq',
  'exitPrice',
  'bid',
  'settledAt',
  'ledger',
  'consent',
])

/** A batch of tickets or settlement statements. `root` is the hex Merkle root (RFC 9162) over their texts. */
export interface Batch {
  kind: 'ticket-batch' | 'receipt-batch'
  batch: number
  count: number
  root: string
}

/** The text that the receipts key signs (Ed25519), once a batch. */
export function batchText(batch: Batch): string {
  return canonicalText({ v: 1, kind: batch.kind, batch: batch.batch, count: batch.count, root: batch.root })
}

/** Proof that a text is in its signed batch. Hashes and signature in hex; the path goes from the leaf up. */
export interface BatchProof {
  batch: number
  index: number
  count: number
  path: readonly string[]
  root: string
  signature: string
}

/** Consecutive entries of the log. */
export interface Excerpt {
  /** Index of the first entry in the tree: its number − 1. */
  from: number
  bodies: readonly string[]
}

/** Consecutive entries and the subtrees on both sides (`RangeProof`), in hex; together they give a checkpoint's root. */
export interface Segment extends Excerpt {
  left: readonly string[]
  right: readonly string[]
}

/** The log's name and its Ed25519 keys in hex: of checkpoints, and of tickets and receipts. */
export interface HouseKeys {
  origin: string
  log: string
  receipts: string
}

/** The version rises with each field added to a receipt or to a log entry that it shows. */
export const RECEIPT_FORMAT = 'tickmark-receipt/4'

/** Index of a batch under its log entry, with the path in hex, from the leaf up. */
export interface PlaceInLog {
  index: number
  count: number
  path: readonly string[]
}

/** Everything needed to recompute an order's result offline. No field is optional; a hash or a signature covers each. */
export interface Receipt {
  format: typeof RECEIPT_FORMAT
  ticket: Ticket
  ticketProof: BatchProof
  /** Proof that the batch's root, a 32-byte leaf, is under the root of a `tickets` entry of the segments. */
  ticketLog: PlaceInLog
  settlement: SettlementStatement
  settlementProof: BatchProof
  /** The same proof for the settlement and a `receipts` entry; null unless the order was closed early. */
  settlementLog: PlaceInLog | null
  /** The owner's signed consents to the order and to an early close; null where he signed nothing. */
  consents: { order: ConsentBundle | null; close: ConsentBundle | null }
  /**
   * Runs of the log in order, with gaps between them: the ticket's `rules` and `model`; the entries from the ticket to the entry
   * tick; those of the fixing window. For an early close instead: the model before its bid, and the entries from the first tick
   * that the bid may follow from to the `receipts` entry.
   */
  segments: readonly Excerpt[]
  /** The subtrees before, between and after the segments (`gapPlaces`), in hex, from left to right. */
  proof: readonly string[]
  /** Signed note of the checkpoint whose tree has all segments. */
  checkpoint: string
  keys: HouseKeys
}

/** Whether a reader knows any key to compare with. */
export function namesKeys(known: Partial<HouseKeys>): boolean {
  return known.origin !== undefined || known.log !== undefined || known.receipts !== undefined
}

/** Whether keys equal those that a reader already knows. */
export function areKeysOf(keys: HouseKeys, known: Partial<HouseKeys>): boolean {
  return (['origin', 'log', 'receipts'] as const).every((name) => (known[name] ?? keys[name]) === keys[name])
}

/** Sequence numbers in the log, both ends included. */
export interface Run {
  from: number
  to: number
}

/** Sorts runs and joins those that overlap or touch. */
export function joinRuns(runs: readonly Run[]): Run[] {
  const joined: Run[] = []
  for (const run of runs.toSorted((one, other) => one.from - other.from)) {
    const last = joined.at(-1)
    if (!last || run.from > last.to + 1) joined.push({ ...run })
    else last.to = Math.max(last.to, run.to)
  }
  return joined
}

/** The receipt file of a settled order. */
export function buildReceipt(parts: Omit<Receipt, 'format'>): Receipt {
  return { format: RECEIPT_FORMAT, ...parts }
}
