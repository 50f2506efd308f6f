import type { Crypto } from '../crypto.ts'
import { readCloseText } from '../consent/consentText.ts'
import type { BatchesEntry, LogEntry, ModelEntry, RulesEntry } from '../log/log.ts'
import { entryDueAtMs, type Tick } from '../market/fixing.ts'
import { formatAmount } from '../money/money.ts'
import { CLOSE_AHEAD_MS, CLOSE_LOGGED_MS } from '../orders/bid.ts'
import { DURATIONS } from '../orders/durations.ts'
import { mayClose } from '../orders/orders.ts'
import { bidNeedsFromMs, isStakeWithin, leastBid, priceProblem } from '../orders/priced.ts'
import type { Terms } from '../orders/terms.ts'
import { entryWithBatch, isFrom, runWith, ticksOf } from './receiptLog.ts'
import type { Receipt, Ticket } from './receipts.ts'

/** Result of a step; `late`: nothing is false, but it is not shown to be right. */
export interface Found {
  ok: boolean
  isLate?: true
  facts: Readonly<Record<string, string>>
}

/**
 * Whether the ticket's price is the one that its rules and model, logged before it, give to everyone. The `tickets` entry names
 * the oldest model that may price then; a ticket logged late may have an older one, and is then not shown to be right.
 */
export function findPrice(
  { ticket }: Receipt,
  runs: readonly LogEntry[][],
  logged: BatchesEntry | null,
): Found {
  const { rules, model } = basisOf(ticket, runs)
  const named = { rules: String(ticket.rules), model: String(ticket.model) }
  const isBefore = logged === null || Math.max(ticket.rules, ticket.model) < logged.seq
  if (!rules || !model || !isBefore) return { ok: false, facts: { ...named, problem: 'not_logged_before' } }
  const problem =
    priceProblem({ terms: termsOf(ticket), acceptedAtMs: ticket.acceptedAt }, rules, model) ??
    (isStakeWithin(ticket, rules) ? null : 'stake_out_of_bounds')
  if (problem) return { ok: false, facts: { ...named, problem } }
  if (logged && ticket.model < logged.model) {
    const facts = { ...named, problem: 'model_replaced' }
    return logged.at > entryDueAtMs(ticket.acceptedAt)
      ? { ok: false, isLate: true, facts: { ...facts, missing: 'late' } }
      : { ok: false, facts }
  }
  const [sigmaE12 = 0] = model.deviations[ticket.pid] ?? []
  return { ok: true, facts: { ...named, sigmaE12: String(sigmaE12), marginPpm: String(ticket.marginPpm) } }
}

function basisOf(ticket: Ticket, runs: readonly LogEntry[][]) {
  const entries = runs.flat()
  const rules = entries.find((one): one is RulesEntry => one.kind === 'rules' && one.seq === ticket.rules)
  const model = entries.find((one): one is ModelEntry => one.kind === 'model' && one.seq === ticket.model)
  return { rules, model }
}

function termsOf(ticket: Ticket): Terms {
  const { pid, direction, barrierPpm, ratePct, chancePpm, marginPpm } = ticket
  const durationId = DURATIONS.find((one) => one.seconds === ticket.duration)?.id ?? 0
  return { pid, durationId, direction, barrierPpm, ratePct, chancePpm, marginPpm }
}

/** The `receipts` entry that logged an early close. */
export function closeEntryOf(
  { settlementLog, settlementProof }: Receipt,
  runs: readonly LogEntry[][],
  crypto: Crypto,
): BatchesEntry | null {
  return settlementLog && entryWithBatch(runs, 'receipts', settlementProof, settlementLog, crypto)
}

/** Whether an early close paid at least the rules' lowest bid over the ticks of the bid's lifetime. */
export function findBid(
  { ticket, settlement }: Receipt,
  runs: readonly LogEntry[][],
  entry: Tick | null,
  logged: BatchesEntry | null,
): Found {
  const { settledAt } = settlement
  const order = { terms: termsOf(ticket), dueAtMs: ticket.dueAt, settledAtMs: settledAt }
  const sums = { stake: BigInt(ticket.stake), profit: BigInt(ticket.profit), fee: BigInt(ticket.fee) }
  const run = logged ? runWith(runs, logged).filter((one) => one.seq < logged.seq) : []
  const first = run[0]
  if (!entry || !first || !(first.seq <= entry.seq || isFrom(first, bidNeedsFromMs(order))))
    return { ok: false, facts: {} }
  const oldest = oldestFor(settledAt, logged)
  const models = runs.flat().filter((one): one is ModelEntry => one.kind === 'model' && one.seq >= oldest)
  const least = leastBid({ ...order, sums, entry }, ticksOf(run, ticket.pid), models)
  const bid = BigInt(settlement.bid)
  const ok = least !== null && bid >= least && mayClose(ticket.dueAt, settledAt)
  const shown = least === null ? '' : formatAmount(least)
  return { ok, facts: { bid: formatAmount(bid), least: shown, currency: ticket.currency } }
}

/**
 * Number of the oldest model that a bid may follow from. Any model for a close that was logged late; `findClose` reports that.
 */
function oldestFor(settledAt: number, logged: BatchesEntry | null): number {
  return logged && logged.at <= settledAt + CLOSE_LOGGED_MS ? logged.model : 0
}

/**
 * Whether the log confirms the time of an early close: not before its owner signed it, and logged within `CLOSE_LOGGED_MS`. A
 * house that logged it later could have waited for the order's outcome.
 */
export function findClose({ settlement, consents }: Receipt, logged: BatchesEntry | null): Found {
  const signed = consents.close && readCloseText(consents.close.text)
  if (!logged) return { ok: false, facts: {} }
  const facts = { seq: String(logged.seq), at: String(logged.at) }
  if (signed && settlement.settledAt < signed.at - CLOSE_AHEAD_MS) return { ok: false, facts }
  if (logged.at <= settlement.settledAt + CLOSE_LOGGED_MS) return { ok: true, facts }
  return { ok: false, isLate: true, facts: { ...facts, missing: 'late' } }
}
