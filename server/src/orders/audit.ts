import type { Tick } from '@tickmark/core/market/fixing'
import { hexOf } from '@tickmark/core/bytes'
import { partOf } from '@tickmark/core/ledger/accounts'
import { durationById } from '@tickmark/core/orders/durations'
import { dueAtMs } from '@tickmark/core/market/fixing'
import { settle, settleClosed, sumsFor } from '@tickmark/core/orders/orders'
import { parseEntry } from '@tickmark/core/log/log'
import { hashTree, merkleTree } from '@tickmark/core/log/tree/merkle'
import { unsignedFindings } from '../module/proof/unsigned.ts'
import { signersOf } from '../module/proof/walletCheck.ts'
import type { Reader } from '../db/pool.ts'
import { sha256 } from '../platform/sha256.ts'
import { partName } from '../ledger/audit.ts'
import type { AuditFacts, AuditRule } from '../module/auditRule.ts'
import { type Finding, MOST_FINDINGS } from '../module/finding.ts'
import {
  accountsOffStakes,
  batchesAfter,
  batchesElsewhere,
  falselyListed,
  finishedPages,
  ordersNotListed,
  orderPostingGaps,
  type AuditedOrder,
  type LoggedBatches,
} from './audit/auditStore.ts'
import { auditBids, auditPrices } from './audit/auditPrices.ts'
import { auditConsents } from './audit/auditConsents.ts'
import { unsignedOrders } from './audit/auditConsentStore.ts'
import { unloggedTooLong } from './audit/auditLateStore.ts'
import { auditRefusals } from './audit/auditRefusals.ts'
import { auditSignatures } from './audit/auditSignatures.ts'
import { auditOpenTickets, ticketCheck } from './audit/auditTickets.ts'
import { leafHashOf } from './receipts/signedBatches.ts'
import { settlementText } from './settling/finishOrders.ts'
import { fixingsOf, type TickLookup, type TickReader } from './order/fixings.ts'
import type { Order } from './order/order.ts'

declare module '../module/auditRule.ts' {
  interface AuditFacts {
    /** Ticks from the public log. */
    ticksBetween: TickReader
  }
}

/** Audits the money that orders hold and paid, and the ticks that decided them. */
export const ordersAudit: readonly AuditRule[] = [
  {
    number: 4,
    sentence:
      'Each open order is listed once, for its due second. Escrow holds the stakes, fees and profits of all of them, and what each account has at stake and may win is theirs.',
    check: async (reader, { since }) => [
      ...(await stakesAreOpenOrders(reader, since)),
      ...(await ordersNotListed(reader, since)),
      ...(await falselyListed(reader)),
    ],
  },
  {
    number: 7,
    sentence:
      'Each order moves what was recorded at its placing and, when finished, at its settlement, each once.',
    check: (reader, { since }) => orderPostingGaps(reader, since),
  },
  {
    number: 8,
    sentence:
      'Each order is the one in its ticket, and each finished one has the result that `core/src/orders/orders.ts` gives on the logged ticks.',
    check: resultsFollow,
  },
  {
    number: 14,
    sentence:
      'Each batch of tickets or receipts, and each refusal, is under the root of its log entry, for which it waits at most 5 minutes of ticks, and no entry has others; nothing refused was done, and what an owner signed is what was done; an order in the real book that nobody signed is of a wallet that had signed in without a key.',
    check: async (reader, { since, wallets }) => [
      ...(await batchesAreLogged(reader, since?.logSize ?? 0)),
      ...(await auditRefusals(reader, since)),
      ...(await unloggedTooLong(reader)),
      ...(await auditConsents(reader, since)),
      ...(await unsignedFindings(reader, 'order = signed', unsignedOrders(since), signersOf(wallets))),
      ...(wallets ? await auditSignatures(reader, wallets) : []),
    ],
  },
  {
    number: 17,
    sentence:
      'The price of each order, and the bid of each early close, follow from the newest rules and model.',
    check: async (reader, facts) => [
      ...(await auditPrices(reader, facts.since)),
      ...(await auditBids(reader, facts)),
    ],
  },
]

/** Each `tickets` and `receipts` entry has the root over the batches that name it; each batch has the root of its leaves. */
async function batchesAreLogged(reader: Reader, afterSeq: number): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const kind of ['tickets', 'receipts'] as const) {
    for (let after = afterSeq; findings.length < MOST_FINDINGS;) {
      const page = await batchesAfter(reader, kind, after)
      const last = page.at(-1)
      if (!last) break
      for (const one of page) findings.push(...batchFindings(one))
      after = last.seq
    }
    findings.push(...(await batchesElsewhere(reader, kind, afterSeq)))
  }
  return findings
}

function batchFindings({ seq, body, batches }: LoggedBatches): Finding[] {
  const entry = parseEntry(body)
  const findings: Finding[] = []
  for (const { id, root, leaves } of batches) {
    const own = hexOf(hashTree(leaves, sha256).root)
    const found = hexOf(root)
    if (own !== found) findings.push({ rule: 'batch = leaves', where: `batch ${id}`, expected: own, found })
  }
  const tree = merkleTree(
    batches.map((one) => one.root),
    sha256,
  )
  const expected = `${batches.length} batches under ${hexOf(tree.root)}`
  const isBatches = entry?.kind === 'tickets' || entry?.kind === 'receipts'
  const found = isBatches ? `${entry.count} batches under ${entry.root}` : 'no batches'
  if (expected !== found)
    findings.push({ rule: 'entry = batches', where: `log entry ${seq}`, expected, found })
  return findings
}

/**
 * Escrow holds stake, profit and fee of the open orders, as separate sums: the profit is the house's exposure. A user's account
 * has the sums of the user's own orders.
 */
async function stakesAreOpenOrders(reader: Reader, since: AuditFacts['since']): Promise<Finding[]> {
  const rows = await accountsOffStakes(reader, since)
  return rows.map(({ id, expected, found }) =>
    id < 1024n
      ? { rule: 'escrow = open orders', where: partName(partOf(id)), expected, found }
      : { rule: 'at stake = open orders', where: `account ${id}`, expected, found },
  )
}

/** Every finished order follows from the logged ticks by the rules, and its receipt agrees. */
async function resultsFollow(
  reader: Reader,
  { ticksBetween, since, tagSecret }: AuditFacts,
): Promise<Finding[]> {
  const ticketFindings = ticketCheck(tagSecret)
  const findings = await auditOpenTickets(reader, ticketFindings)
  for await (const page of finishedPages(reader, 'all', since)) {
    const fixings = fixingsOf(ticksBetween)
    for (const one of page) findings.push(...ticketFindings(one), ...(await resultFindings(one, fixings)))
    if (findings.length >= MOST_FINDINGS) break
  }
  return findings
}

async function resultFindings(one: AuditedOrder, fixings: TickLookup): Promise<Finding[]> {
  const { order, leaf, closeConsent: consent } = one
  const { result, terms, sums } = order
  if (!result) return []
  const isClosed = result.outcome === 'closed'
  const entry = await fixings.entry(one)
  const exit = isClosed ? null : await fixings.exit(order)
  const settlement = isClosed
    ? settleClosed(sums, result.bid ?? 0n)
    : settle(terms, sums, entry?.price ?? null, exit?.price ?? null)
  const findings: Finding[] = termsFindings(order)
  const isRight =
    settlement.outcome === result.outcome &&
    settlement.net === result.net &&
    isSameTick(entry, result.entry) &&
    isSameTick(exit, result.exit)
  if (!isRight) {
    const expected = `${settlement.outcome} ${settlement.net} ${textOf(entry)} ${textOf(exit)}`
    const found = `${result.outcome} ${result.net} ${textOf(result.entry)} ${textOf(result.exit)}`
    findings.push({ rule: 'result = rules', where: `order ${order.id}`, expected, found })
  }
  const statement = settlementText(
    { order, settlement, entry, exit, bid: result.bid, consent },
    result.settledAtMs,
  )
  const hash = leafHashOf(statement)
  if (leaf?.equals(hash) !== true) {
    const hashes = { expected: hexOf(hash), found: leaf ? hexOf(leaf) : 'none' }
    findings.push({ rule: 'receipt = result', where: `order ${order.id}`, ...hashes })
  }
  return findings
}

/** An order's amounts and due second follow by the rules from its stake, rate and acceptance time. */
function termsFindings({ id, terms, sums, acceptedAtMs, dueAtMs: told }: Order): Finding[] {
  const { profit, fee } = sumsFor(sums.stake, terms.ratePct)
  const seconds = durationById(terms.durationId)?.seconds ?? 0
  const due = dueAtMs(acceptedAtMs, seconds)
  if (profit === sums.profit && fee === sums.fee && due === told) return []
  const [expected, found] = [`${profit} ${fee} ${due}`, `${sums.profit} ${sums.fee} ${told}`]
  return [{ rule: 'terms = rules', where: `order ${id}`, expected, found }]
}

function isSameTick(one: Tick | null, other: Tick | null): boolean {
  return one?.seq === other?.seq && one?.price === other?.price
}

function textOf(tick: Tick | null): string {
  return tick ? `${tick.seq}:${tick.price}` : '-'
}
