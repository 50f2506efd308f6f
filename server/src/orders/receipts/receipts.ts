import { assert } from '@tickmark/core/assert'
import { bundleHash, type ConsentBundle } from '@tickmark/core/consent/bundle'
import { currencyById } from '@tickmark/core/money/currencies'
import { durationById } from '@tickmark/core/orders/durations'
import { ENTRY_DELAY_MS, ENTRY_WAIT_MS } from '@tickmark/core/market/fixing'
import { bidNeedsFromMs } from '@tickmark/core/orders/priced'
import type { WitnessedHead } from '@tickmark/core/log/witnessed'
import { parseEntry } from '@tickmark/core/log/log'
import { leafHash } from '@tickmark/core/log/tree/tree'
import {
  buildReceipt,
  joinRuns,
  settlementFor,
  ticketFor,
  ticketHash,
  type PlaceInLog,
  type Receipt,
  type Run,
  type SettlementStatement,
  type Ticket,
} from '@tickmark/core/receipts/receipts'
import { placeUnder } from '../../market/log/proof.ts'
import { sha256 } from '../../platform/sha256.ts'
import { consentsOf, type StoredConsent } from '../consent/consentStore.ts'
import type { OrderPorts, Prices } from '../order/ports.ts'
import type { Order, Result } from '../order/order.ts'
import { batchById, loggedBatches, type StoredBatch } from '../order/store.ts'
import { proofInBatch } from './signedBatches.ts'
import { userTagOf } from './userTag.ts'

type ReceiptDeps = Pick<OrderPorts, 'db' | 'prices' | 'tagSecret' | 'presentBatch' | 'delegationOf'>

/** The receipt of an order; null while it is open, or while the log lacks an entry that decides its outcome. */
export async function receiptOf(order: Order, deps: ReceiptDeps): Promise<Receipt | null> {
  const { result } = order
  if (!result) return null
  const tickets = await batchById(deps.db, 'ticket_batch', order.ticketBatch)
  const receipts = await batchById(deps.db, 'receipt_batch', result.receiptBatch)
  assert(tickets && receipts, 'a finished order has both its batches')
  if (tickets.logSeq === null) return null
  if (result.outcome === 'closed' && receipts.logSeq === null) return null
  const runs = await runsOf(order, result, tickets.logSeq, receipts.logSeq, deps.prices)
  const evidence = runs && (await deps.prices.evidence(runs))
  if (!evidence) return null
  const consents = await bundlesOf(order, deps)
  const ticket = ticketOf(order, deps.tagSecret, hashOf(consents.order))
  assert(ticketHash(ticket, sha256) === order.ticket, 'the ticket is the one that was signed')
  return buildReceipt({
    ticket,
    ticketProof: proofInBatch(await deps.presentBatch('ticket-batch', tickets), order.ticketIndex),
    ticketLog: await placeInLog(deps, 'ticket_batch', tickets, tickets.logSeq),
    settlement: statementOf(order, result, hashOf(consents.close)),
    settlementProof: proofInBatch(await deps.presentBatch('receipt-batch', receipts), result.receiptIndex),
    settlementLog:
      result.outcome === 'closed' && receipts.logSeq !== null
        ? await placeInLog(deps, 'receipt_batch', receipts, receipts.logSeq)
        : null,
    consents,
    ...evidence,
    keys: deps.prices.keys(),
  })
}

/** The receipt of an order as files hold it; nothing is in it while there is no receipt. */
export async function filedReceipt(
  order: Order,
  deps: ReceiptDeps,
): Promise<{ receipt: Receipt | null; witnessed: WitnessedHead | null }> {
  const receipt = await receiptOf(order, deps)
  return { receipt, witnessed: receipt && (await deps.prices.witnessed(receipt.checkpoint)) }
}

/** What the owner signed, with the delegation to each key that signed. */
async function bundlesOf(order: Order, deps: ReceiptDeps): Promise<Receipt['consents']> {
  const { order: placed, close } = await consentsOf(deps.db, order.id)
  return { order: placed && (await bundleOf(placed, deps)), close: close && (await bundleOf(close, deps)) }
}

async function bundleOf(
  { text, signature, session }: StoredConsent,
  { delegationOf }: ReceiptDeps,
): Promise<ConsentBundle> {
  const delegation = await delegationOf(session)
  assert(delegation, 'a key that signed has its delegation for good')
  return { text, signature, delegation }
}

function hashOf(bundle: ConsentBundle | null): string {
  return bundle ? bundleHash(bundle, sha256) : ''
}

/** The ticket of a stored order. */
export function ticketOf(order: Order, tagSecret: Uint8Array, consent: string): Ticket {
  const currency = currencyById(order.currencyId)
  assert(currency, 'an order is of a known currency')
  return ticketFor({
    id: order.id,
    user: userTagOf(order.userId, order.id, tagSecret),
    book: order.book,
    currency: currency.code,
    terms: order.terms,
    sums: order.sums,
    acceptedAtMs: order.acceptedAtMs,
    basis: order.basis,
    consent,
  })
}

/** The statement of settlement of a finished order. */
export function statementOf(order: Order, result: Result, consent: string): SettlementStatement {
  const { stake, fee } = order.sums
  return settlementFor({
    orderId: order.id,
    ticket: order.ticket,
    settlement: { outcome: result.outcome, net: result.net, toUser: result.net + stake + fee },
    entry: result.entry,
    exit: result.exit,
    bid: result.bid,
    settledAtMs: result.settledAtMs,
    consent,
  })
}

/** The place of a batch under the root of its log entry. */
export async function placeInLog(
  { db }: Pick<ReceiptDeps, 'db'>,
  table: 'ticket_batch' | 'receipt_batch',
  batch: Pick<StoredBatch, 'id'>,
  logSeq: number,
): Promise<PlaceInLog> {
  const logged = await loggedBatches(db, table, logSeq)
  return placeUnder(
    logged.map(({ root }) => leafHash(root, sha256)),
    logged.findIndex(({ id }) => id === batch.id),
  )
}

/** The ranges of log entries that decide the outcome; null while the log does not reach far enough. */
async function runsOf(
  order: Order,
  result: Result,
  ticketSeq: number,
  closeSeq: number | null,
  prices: Prices,
): Promise<Run[] | null> {
  const head = prices.head()?.size ?? 0
  const late = order.acceptedAtMs + ENTRY_DELAY_MS + ENTRY_WAIT_MS
  const entryEnd = result.entry?.seq ?? (await prices.firstAfter(late, ticketSeq, head))
  if (entryEnd === null) return null
  const { rules, model } = order.basis
  const placed = [one(rules), one(model), { from: ticketSeq, to: entryEnd }]
  if (result.outcome === 'closed' && closeSeq !== null)
    return joinRuns([...placed, ...(await closeRuns(order, result, ticketSeq, closeSeq, prices))])
  if (!result.entry) return joinRuns(placed)
  const duration = durationById(order.terms.durationId)
  assert(duration, 'an order has a known duration')
  const before = await prices.firstAfter(order.dueAtMs - duration.fixingTicks * 1000, ticketSeq, head)
  const end = await windowEnd(order.dueAtMs, ticketSeq, head, prices)
  return before === null || end === null ? null : joinRuns([...placed, { from: before - 1, to: end }])
}

/** The model before an early close's bid, and the entries from the first tick that the bid may follow from to the close's. */
async function closeRuns(
  { terms, dueAtMs }: Order,
  { settledAtMs }: Result,
  ticketSeq: number,
  closeSeq: number,
  prices: Prices,
): Promise<Run[]> {
  const needed = await prices.firstAfter(bidNeedsFromMs({ terms, dueAtMs, settledAtMs }), ticketSeq, closeSeq)
  const from = Math.max(ticketSeq, (needed ?? closeSeq) - 1)
  const model = await prices.modelAt(from)
  return [...(model ? [one(model.seq)] : []), { from, to: closeSeq }]
}

function one(seq: number): Run {
  return { from: seq, to: seq }
}

/** The tick of the due second, or the first later entry. */
async function windowEnd(dueAtMs: number, low: number, head: number, prices: Prices): Promise<number | null> {
  const first = await prices.firstAfter(dueAtMs - 1, low, head)
  if (first === null) return null
  const past = await prices.firstAfter(dueAtMs, first, head)
  const same = await prices.entriesBetween(first, (past ?? head + 1) - 1)
  return same.find((one) => parseEntry(one.body)?.kind === 'tick')?.seq ?? past
}
