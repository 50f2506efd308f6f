import { assert } from '../assert.ts'
import { asciiBytes } from '../bytes.ts'
import { CURRENCIES } from '../money/currencies.ts'
import { DURATIONS } from '../orders/durations.ts'
import { entryFixing, exitFixing, type Tick, entryDueAtMs } from '../market/fixing.ts'
import { bundleHash, type ConsentBundle } from '../consent/bundle.ts'
import { type TestOwner } from '../consent/owner.testing.ts'
import { modelDeviation } from '../log/announced.ts'
import { treeOfEntries } from '../log/tree/tree.testing.ts'
import { CLOSE_LOGGED_MS } from '../orders/bid.ts'
import { liveValue, settle, settleClosed, sumsFor, type Settlement } from '../orders/orders.ts'
import { offersFor } from '../orders/pricing.ts'
import { standingOf } from '../orders/standing.ts'
import type { Sums, Terms } from '../orders/terms.ts'
import type { StepName } from './receiptCheck.ts'
import {
  buildReceipt,
  settlementBody,
  settlementFor,
  ticketBody,
  ticketFor,
  ticketHash,
  userTag,
  type BatchProof,
  type Receipt,
  type SettlementStatement,
  type Ticket,
} from './receipts.ts'
import {
  BASIS,
  DEVIATIONS,
  firstEntries,
  grouped,
  logBatches,
  PIDS,
  playSeconds,
  proofs,
  START_MS,
  ticksIn,
  type Chain,
  type Stamped,
  type TestCrypto,
} from './toyLog.testing.ts'
import { closeConsent, orderConsent, orderIdIn } from './toyConsents.testing.ts'
import { runsOf, shownIn, sizeFor } from './toyShown.testing.ts'

/** An order of the toy exchange and the facts that decided it. */
export interface Played extends Settled {
  receipt: Receipt
  /** Texts of the whole log. */
  log: readonly string[]
}

interface Settled extends Order {
  entry: Tick | null
  exit: Tick | null
  statement: SettlementStatement
  /** Steps that this honest house cannot show, because its ticket or close was late or ticks are missing. */
  lacks: StepName[]
  consents: Receipt['consents']
  /** Position of an early close in the log. */
  closed: Stamped | null
}

const SECONDS = 380
/** How long before its due second an order is closed early. */
const CLOSE_MS = 6_000

/**
 * A whole exchange in memory for any number of orders: ticks with gaps and pauses, tickets logged before ticks, all
 * outcomes, batches of several sizes. Prices move in a few small steps, so that ties and exact levels are common.
 */
export function playExchange(nodeCrypto: TestCrypto, orders: number): Played[] {
  const tickets = Array.from({ length: orders }, (_, i) => randomOrder(nodeCrypto, i)).toSorted(
    (a, b) => a.ticket.acceptedAt - b.ticket.acceptedAt,
  )
  const day = playDay(tickets, nodeCrypto)
  const { chain } = day
  const settled = tickets.map((one) => day.closes.get(one.ticket.order) ?? settleOne(one, day, nodeCrypto))
  const open = settled.filter((one) => !one.closed)
  const statements = new Map<string, BatchProof>()
  for (const [i, batch] of grouped(open, nodeCrypto).entries()) {
    const leaves = batch.map((one) => asciiBytes(settlementBody(one.statement)))
    for (const [k, proof] of proofs('receipt-batch', i + 10_000, leaves, nodeCrypto).entries())
      statements.set(batch[k]?.ticket.order ?? '', proof)
  }
  const tree = treeOfEntries(chain.bodies, nodeCrypto.sha256)
  return settled.map((one) => {
    const { seq: _, place: ticketLog, ...ticketProof } = stampOf(day, one)
    const { seq: __, place = null, ...closeProof } = one.closed ?? {}
    const runs = runsOf(chain, one, stampOf(day, one).seq)
    const receipt = buildReceipt({
      ticket: one.ticket,
      ticketProof,
      ticketLog,
      settlement: one.statement,
      settlementProof: statements.get(one.ticket.order) ?? (closeProof as BatchProof),
      settlementLog: place,
      consents: one.consents,
      ...shownIn(chain.bodies, tree, runs, sizeFor(chain, runs, nodeCrypto), nodeCrypto),
      keys: nodeCrypto.keys,
    })
    return { ...one, receipt, log: chain.bodies }
  })
}

interface Order {
  ticket: Ticket
  terms: Terms
  sums: Sums
  owner: TestOwner
  consent: ConsentBundle
  /** Whether the owner wants to close the order early. */
  wantsClose: boolean
}

function randomOrder(nodeCrypto: TestCrypto, i: number): Order {
  const pick = <T>(list: readonly T[]) => list[Math.floor(nodeCrypto.random() * list.length)] as T
  const duration = pick(DURATIONS.slice(0, 3))
  const [pid, direction] = [pick(PIDS), pick(['up', 'down'] as const)]
  const deviation = DEVIATIONS.get(pid)
  const currency = pick(CURRENCIES.filter((one) => one.stake))
  assert(deviation && currency.stake, 'the toy prices its products, and takes stakes in these currencies')
  const { barrierPpm, ratePct, chancePpm } = pick(offersFor(direction, duration, deviation))
  const durationId = duration.id
  const terms: Terms = { pid, durationId, direction, barrierPpm, ratePct, chancePpm, marginPpm: 40_000 }
  const stake = currency.stake.least + BigInt(Math.floor(nodeCrypto.random() * 7e6) + 1)
  const sums = sumsFor(stake, terms.ratePct)
  const user = 1 + (i % 7)
  const accepted = {
    book: pick(['real', 'simulated'] as const),
    currency: currency.code,
    terms,
    sums,
    acceptedAtMs: START_MS + Math.floor(nodeCrypto.random() * 60_000),
    basis: BASIS,
    consent: '',
  }
  const owner = nodeCrypto.owner(user)
  const consent = orderConsent(owner, ticketFor({ ...accepted, id: '', user: '' }))
  const id = orderIdIn(consent, nodeCrypto.sha256)
  const ticket = ticketFor({
    ...accepted,
    id,
    user: userTag(user, id, new Uint8Array(32), nodeCrypto.sha256),
    consent: bundleHash(consent, nodeCrypto.sha256),
  })
  return { ticket, terms, sums, owner, consent, wantsClose: nodeCrypto.random() < 0.08 }
}

/** The toy log's content about its orders. */
interface Day {
  chain: Chain
  stamps: Map<string, Stamped>
  closes: Map<string, Settled>
}

/** Writes the log second by second: tickets as they come, and early closes at the bids of their time. */
function playDay(orders: readonly Order[], nodeCrypto: TestCrypto): Day {
  const day: Day = { chain: firstEntries(nodeCrypto), stamps: new Map(), closes: new Map() }
  let waiting = grouped(orders, nodeCrypto).map((batch, i) => ({ batch, id: i + 1 }))
  let closing = orders.filter((one) => one.wantsClose)
  let batches = 0
  playSeconds(day.chain, [START_MS - 2_000, START_MS + SECONDS * 1000], nodeCrypto, (at) => {
    const isReady = (one: (typeof waiting)[number]) => one.batch.every((each) => each.ticket.acceptedAt <= at)
    logTickets(day, waiting.filter(isReady), at, nodeCrypto)
    waiting = waiting.filter((one) => !isReady(one))
    const due = closing.filter((one) => one.ticket.dueAt - CLOSE_MS <= at)
    closing = closing.filter((one) => !due.includes(one))
    const closed = due.flatMap((one) => closeOne(one, day, nodeCrypto) ?? [])
    if (closed.length === 0) return
    const leaves = closed.map((one) => asciiBytes(settlementBody(one.statement)))
    const [stamped = []] = logBatches(day.chain, 'receipts', [{ id: ++batches, leaves }], at, nodeCrypto)
    for (const [i, one] of closed.entries()) {
      const isLate = at > one.statement.settledAt + CLOSE_LOGGED_MS
      const lacks: StepName[] = isLate ? [...one.lacks, 'close_logged'] : one.lacks
      day.closes.set(one.ticket.order, { ...one, lacks, closed: stamped[i] ?? null })
    }
  })
  return day
}

function logTickets(
  day: Day,
  ready: readonly { batch: Order[]; id: number }[],
  at: number,
  nodeCrypto: TestCrypto,
): void {
  if (ready.length === 0) return
  const batches = ready.map(({ batch, id }) => ({
    id,
    leaves: batch.map((one) => asciiBytes(ticketBody(one.ticket))),
  }))
  const stamped = logBatches(day.chain, 'tickets', batches, at, nodeCrypto)
  for (const [i, { batch }] of ready.entries())
    for (const [k, { ticket }] of batch.entries()) day.stamps.set(ticket.order, stamped[i]?.[k] as Stamped)
}

function stampOf({ stamps }: Day, { ticket }: Order): Stamped {
  const stamp = stamps.get(ticket.order)
  assert(stamp, 'the ticket is in the log')
  return stamp
}

/** Closes an order at a bid of the last five seconds; null without an entry price or a tick to bid at. */
function closeOne(order: Order, day: Day, nodeCrypto: TestCrypto): Settled | null {
  const { ticket, terms, sums, owner } = order
  const entry = entryOf(order, day)
  const settledAtMs = ticket.dueAt - CLOSE_MS
  const quotedAtMs = settledAtMs - Math.floor(nodeCrypto.random() * 4_900)
  const ticks = ticksIn(day.chain, ticket.pid).filter((one) => one.atMs <= quotedAtMs)
  const tick = ticks.at(-1)
  if (!entry || !tick || quotedAtMs - tick.atMs > 3_000 || tick.seq < entry.seq) return null
  const model = day.chain.entries.findLast((one) => one.kind === 'model' && one.seq < tick.seq)
  const deviation = model?.kind === 'model' && modelDeviation(model, ticket.pid)
  assert(deviation, 'the toy always has a model')
  const standing = standingOf(ticks, { dueAtMs: ticket.dueAt, terms })
  const { bid } = liveValue(terms, sums, entry.price, standing, deviation)
  const close = closeConsent(owner, ticket.order, String(bid), settledAtMs)
  const ending = { entry, exit: null, bid, settledAtMs, settlement: settleClosed(sums, bid) }
  return settledOf(order, day, ending, close, nodeCrypto)
}

function entryOf({ ticket }: Order, { chain, stamps }: Day): Tick | null {
  const stamp = stamps.get(ticket.order)
  const ticks = ticksIn(chain, ticket.pid)
  const found = stamp && entryFixing(ticks, { acceptedAtMs: ticket.acceptedAt, ticketSeq: stamp.seq })
  return found?.ok ? found.tick : null
}

function settleOne(order: Order, day: Day, nodeCrypto: TestCrypto): Settled {
  const { ticket, terms, sums } = order
  const entry = entryOf(order, day)
  const { dueAt: dueAtMs, fixingTicks } = ticket
  const found = exitFixing(ticksIn(day.chain, ticket.pid), { dueAtMs, fixingTicks })
  const exit = entry && found.ok ? found.tick : null
  const settlement = settle(terms, sums, entry?.price ?? null, exit?.price ?? null)
  const ending = { entry, exit, bid: null, settledAtMs: dueAtMs + 12, settlement }
  return settledOf(order, day, ending, null, nodeCrypto)
}

interface Ending {
  entry: Tick | null
  exit: Tick | null
  bid: bigint | null
  settledAtMs: number
  settlement: Settlement
}

function settledOf(
  order: Order,
  day: Day,
  ending: Ending,
  close: ConsentBundle | null,
  { sha256 }: TestCrypto,
): Settled {
  const { ticket } = order
  const { entry, exit } = ending
  const statement = settlementFor({
    orderId: ticket.order,
    ticket: ticketHash(ticket, sha256),
    ...ending,
    consent: close ? bundleHash(close, sha256) : '',
  })
  const loggedAt = day.chain.entries[stampOf(day, order).seq - 1]?.at
  const ticks = ticksIn(day.chain, ticket.pid)
  const lacks = lacksOf(ticket, { loggedAt, entry, isClosed: close !== null, ticks })
  return { ...order, entry, exit, statement, lacks, closed: null, consents: { order: order.consent, close } }
}

function lacksOf(
  { acceptedAt, dueAt, fixingTicks }: Ticket,
  found: { loggedAt: number | undefined; entry: Tick | null; isClosed: boolean; ticks: readonly Tick[] },
): StepName[] {
  const { loggedAt = Infinity, entry, isClosed, ticks } = found
  const second = entryDueAtMs(acceptedAt)
  const isLate = loggedAt > second || (entry !== null && entry.atMs !== second)
  const window = ticks.filter((one) => one.atMs > dueAt - fixingTicks * 1000 && one.atMs <= dueAt)
  const isThin = entry !== null && !isClosed && window.length < fixingTicks
  return [
    ...(isLate ? (['ticket_before_entry'] as const) : []),
    ...(entry ? [] : (['entry_price'] as const)),
    ...(isThin ? (['settlement_price'] as const) : []),
  ]
}
