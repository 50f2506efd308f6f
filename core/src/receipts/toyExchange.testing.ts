import { assert } from '../assert.ts'
import { asciiBytes, bytesOfHex, hexOf } from '../bytes.ts'
import type { Crypto } from '../crypto.ts'
import { CURRENCIES } from '../money/currencies.ts'
import { DURATIONS } from '../orders/durations.ts'
import {
  ENTRY_DELAY_MS,
  ENTRY_WAIT_MS,
  dueAtMs,
  entryFixing,
  exitFixing,
  type Tick,
  entryDueAtMs,
} from '../market/fixing.ts'
import { bundleHash, type ConsentBundle } from '../consent/bundle.ts'
import { closeText, CONSENT_LIFE_MS, NO_HEAD, orderText } from '../consent/consentText.ts'
import { ORIGIN, type TestOwner } from '../consent/owner.testing.ts'
import { signCheckpoint, checkpointKey } from '../log/checkpoint.ts'
import { entryBody, keysText, type LogEntry } from '../log/log.ts'
import { merkleTree } from '../log/merkle.ts'
import { treeOfEntries } from '../log/tree.testing.ts'
import { rangeProof } from '../log/treeProofs.ts'
import { settle, settleClosed, sumsFor } from '../orders/orders.ts'
import type { Sums, Terms } from '../orders/terms.ts'
import type { StepName } from './receiptCheck.ts'
import {
  batchText,
  buildReceipt,
  joinRuns,
  settlementBody,
  settlementFor,
  ticketBody,
  ticketFor,
  ticketHash,
  userTag,
  type Batch,
  type BatchProof,
  type HouseKeys,
  type Receipt,
  type Run,
  type SettlementStatement,
  type Ticket,
} from './receipts.ts'

/** Supplied by the test: hashing, and signing with the two keys. */
export interface TestCrypto {
  sha256: Crypto['sha256']
  sign(key: 'log' | 'receipts', text: string): Uint8Array
  keys: HouseKeys
  /** In [0, 1). */
  random(): number
  /** A user's wallet and session key; the same user has the same ones. */
  owner(user: number): TestOwner
}

/** An order of the toy exchange, with the facts that decided it. */
export interface Played {
  ticket: Ticket
  terms: Terms
  sums: Sums
  entry: Tick | null
  exit: Tick | null
  /** The steps of the check that an honest house cannot show: its ticket came late, or ticks are missing. */
  lacks: StepName[]
  statement: SettlementStatement
  receipt: Receipt
  /** Texts of the whole log. */
  log: readonly string[]
  owner: TestOwner
}

interface Chain {
  entries: LogEntry[]
  bodies: string[]
}

interface Stamped extends BatchProof {
  ticketSeq: number
  ticketLog: Receipt['ticketLog']
}

/** The toy exchange's first second. */
export const START_MS = 1_795_219_200_000
const PIDS = [1, 4]
const SECONDS = 380
const BASE = 6_741_250_000_000n
/** Twenty millionths of the base. */
const STEP = 134_825_000n

/**
 * A whole exchange in memory for any number of orders: ticks with gaps and pauses, tickets logged before ticks, all
 * outcomes, batches of several sizes. Prices move in a few small steps, so that ties and exact levels are common.
 */
export function playExchange(nodeCrypto: TestCrypto, orders: number): Played[] {
  const tickets = Array.from({ length: orders }, (_, i) => randomOrder(nodeCrypto, i)).toSorted(
    (a, b) => a.ticket.acceptedAt - b.ticket.acceptedAt,
  )
  const batches = grouped(tickets, nodeCrypto)
  const chain: Chain = { entries: [], bodies: [] }
  const stamps = writeLog(chain, batches, nodeCrypto)
  const settled = tickets.map((one) => settleOne(one, chain, stamps, nodeCrypto))
  const statements = grouped(settled, nodeCrypto).flatMap((batch, i) => {
    const leaves = batch.map((one) => asciiBytes(settlementBody(one.statement)))
    return proofs('receipt-batch', i + 1, leaves, nodeCrypto)
  })
  const tree = treeOfEntries(chain.bodies, nodeCrypto.sha256)
  return settled.map((one, i) => {
    const { ticketSeq: _, ticketLog, ...ticketProof } = stampOf(stamps, one.ticket)
    const receipt = buildReceipt({
      ticket: one.ticket,
      ticketProof,
      ticketLog,
      settlement: one.statement,
      settlementProof: statements[i] as BatchProof,
      consents: one.consents,
      ...shownIn(chain.bodies, tree, one.runs, sizeFor(chain, one.runs, nodeCrypto), nodeCrypto),
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
}

function randomOrder(nodeCrypto: TestCrypto, i: number): Order {
  const pick = <T>(list: readonly T[]) => list[Math.floor(nodeCrypto.random() * list.length)] as T
  const duration = pick(DURATIONS.slice(0, 3))
  const chancePpm = pick([500_000, 350_000, 200_000])
  const terms: Terms = {
    pid: pick(PIDS),
    durationId: duration.id,
    direction: pick(['up', 'down'] as const),
    barrierPpm: chancePpm === 500_000 ? 0 : pick([1, 20, 100, 240]),
    ratePct: pick([92, 174, 380]),
    chancePpm,
    marginPpm: 40_000,
  }
  const id = `00000000-0000-7000-8000-${String(i).padStart(12, '0')}`
  const sums = sumsFor(BigInt(Math.floor(nodeCrypto.random() * 7e6) + 1), terms.ratePct)
  const user = 1 + (i % 7)
  const ticket = ticketFor({
    id,
    user: userTag(user, id, new Uint8Array(32), nodeCrypto.sha256),
    book: pick(['real', 'simulated'] as const),
    currency: pick(CURRENCIES.filter((one) => one.stake)).code,
    terms,
    sums,
    acceptedAtMs: START_MS + Math.floor(nodeCrypto.random() * 60_000),
    consent: '',
  })
  const owner = nodeCrypto.owner(user)
  const consent = orderConsent(owner, ticket)
  return {
    ticket: { ...ticket, consent: bundleHash(consent, nodeCrypto.sha256) },
    terms,
    sums,
    owner,
    consent,
  }
}

/** An owner's consent to a ticket, signed a tenth of a second before its acceptance. */
export function orderConsent(owner: TestOwner, ticket: Ticket): ConsentBundle {
  return bundle(owner, orderText({ ...frame(owner, ticket.acceptedAt), ...ticket }))
}

/** An owner's consent to close an order for a bid, signed a tenth of a second before. */
export function closeConsent(
  owner: TestOwner,
  order: string,
  bid: string,
  closedAtMs: number,
): ConsentBundle {
  return bundle(owner, closeText({ ...frame(owner, closedAtMs), order, bid }))
}

function frame({ session }: TestOwner, doneAtMs: number) {
  const at = doneAtMs - 100
  return { origin: ORIGIN, session, nonce: at, at, expires: at + CONSENT_LIFE_MS, head: NO_HEAD }
}

function bundle({ sign, delegation }: TestOwner, text: string): ConsentBundle {
  return { ...sign(text), delegation }
}

/** Neighbours in groups of one to nine. */
function grouped<T>(list: readonly T[], nodeCrypto: TestCrypto): T[][] {
  const groups: T[][] = []
  for (let i = 0; i < list.length;) {
    const size = 1 + Math.floor(nodeCrypto.random() * 9)
    groups.push(list.slice(i, i + size))
    i += size
  }
  return groups
}

function writeLog(chain: Chain, batches: Order[][], nodeCrypto: TestCrypto): Map<string, Stamped> {
  const stamps = new Map<string, Stamped>()
  const places = PIDS.map(() => ({ steps: 0, price: BASE }))
  let waiting = batches.map((orders, i) => ({ orders, id: i + 1 }))
  let isDown = false
  const keys = { kind: 'keys', seq: 1, at: START_MS - 60_000, ...nodeCrypto.keys } as const
  append(chain, { ...keys, signature: hexOf(nodeCrypto.sign('log', keysText(keys))) })
  for (let at = START_MS - 2_000; at < START_MS + SECONDS * 1000; at += 1000) {
    isDown = nodeCrypto.random() < (isDown ? 0.8 : 0.02)
    if (isDown) continue
    const ready = waiting.filter((one) => one.orders.every((order) => order.ticket.acceptedAt <= at))
    if (ready.length > 0) logTickets(chain, ready, at, stamps, nodeCrypto)
    waiting = waiting.filter((one) => !ready.includes(one))
    for (const [i, place] of places.entries()) places[i] = nextPrice(place.steps, nodeCrypto)
    const shown = PIDS.map((pid, i) => [String(pid), String(places[i]?.price)] as const)
    const open = shown.filter(() => nodeCrypto.random() > 0.03)
    append(chain, { kind: 'tick', seq: chain.entries.length + 1, at, prices: Object.fromEntries(open) })
  }
  const last = chain.entries.length + 1
  append(chain, { kind: 'tick', seq: last, at: START_MS + (SECONDS + 60) * 1000, prices: {} })
  return stamps
}

/** A few whole steps around the base, sometimes one unit more. */
function nextPrice(steps: number, nodeCrypto: TestCrypto): { steps: number; price: bigint } {
  const draw = nodeCrypto.random()
  const moved = draw < 0.6 ? steps : Math.max(-4, Math.min(4, steps + (draw < 0.8 ? 1 : -1)))
  const more = nodeCrypto.random() < 0.1 ? 1n : 0n
  return { steps: moved, price: BASE + BigInt(moved) * STEP + more }
}

function append(chain: Chain, entry: LogEntry): void {
  chain.entries.push(entry)
  chain.bodies.push(entryBody(entry))
}

function logTickets(
  chain: Chain,
  ready: { orders: Order[]; id: number }[],
  at: number,
  stamps: Map<string, Stamped>,
  nodeCrypto: TestCrypto,
): void {
  const signed = ready.map(({ orders, id }) =>
    proofs(
      'ticket-batch',
      id,
      orders.map((one) => asciiBytes(ticketBody(one.ticket))),
      nodeCrypto,
    ),
  )
  const tree = merkleTree(
    signed.map((one) => bytesOfHex(one[0]?.root ?? '') ?? new Uint8Array()),
    nodeCrypto.sha256,
  )
  const seq = chain.entries.length + 1
  const [first, last] = [ready[0]?.id ?? 0, ready.at(-1)?.id ?? 0]
  append(chain, { kind: 'tickets', seq, at, count: ready.length, first, last, root: hexOf(tree.root) })
  for (const [index, batch] of signed.entries()) {
    const ticketLog = { index, count: ready.length, path: tree.path(index).map(hexOf) }
    for (const [i, proof] of batch.entries()) {
      const order = ready[index]?.orders[i]
      assert(order, 'each proof has its order')
      stamps.set(order.ticket.order, { ...proof, ticketSeq: seq, ticketLog })
    }
  }
}

function proofs(
  kind: Batch['kind'],
  batch: number,
  leaves: Uint8Array[],
  nodeCrypto: TestCrypto,
): BatchProof[] {
  const tree = merkleTree(leaves, nodeCrypto.sha256)
  const root = hexOf(tree.root)
  const signature = hexOf(nodeCrypto.sign('receipts', batchText({ kind, batch, count: leaves.length, root })))
  return leaves.map((_, index) => {
    return { batch, index, count: leaves.length, path: tree.path(index).map(hexOf), root, signature }
  })
}

function stampOf(stamps: Map<string, Stamped>, ticket: Ticket): Stamped {
  const stamp = stamps.get(ticket.order)
  assert(stamp, 'the ticket is in the log')
  return stamp
}

function settleOne(order: Order, chain: Chain, stamps: Map<string, Stamped>, nodeCrypto: TestCrypto) {
  const { ticket, terms, sums, owner } = order
  const { ticketSeq } = stampOf(stamps, ticket)
  const ticks = ticksOf(chain, ticket.pid)
  const entryFix = entryFixing(ticks, { acceptedAtMs: ticket.acceptedAt, ticketSeq })
  const entry = entryFix.ok ? entryFix.tick : null
  const exitFix = exitFixing(ticks, {
    dueAtMs: dueAtMs(ticket.acceptedAt, ticket.duration),
    fixingTicks: ticket.fixingTicks,
  })
  const isClosed = entry !== null && nodeCrypto.random() < 0.08
  const exit = entry && !isClosed && exitFix.ok ? exitFix.tick : null
  const bid = isClosed ? BigInt(Math.floor(Number(sums.stake + sums.profit) * nodeCrypto.random())) : null
  const settlement =
    bid === null ? settle(terms, sums, entry?.price ?? null, exit?.price ?? null) : settleClosed(sums, bid)
  const settledAtMs = isClosed ? ticket.dueAt - 6_000 : ticket.dueAt + 12
  const close = bid === null ? null : closeConsent(owner, ticket.order, String(bid), settledAtMs)
  const statement = settlementFor({
    orderId: ticket.order,
    ticket: ticketHash(ticket, nodeCrypto.sha256),
    settlement,
    entry,
    exit,
    bid,
    settledAtMs,
    consent: close ? bundleHash(close, nodeCrypto.sha256) : '',
  })
  const runs = joinRuns(
    entryRun(chain, ticket, ticketSeq, entry),
    entry && !isClosed ? exitRun(chain, ticket) : null,
  )
  const lacks = lacksOf(ticket, { loggedAt: chain.entries[ticketSeq - 1]?.at, entry, isClosed, ticks })
  return { ...order, entry, exit, lacks, statement, runs, consents: { order: order.consent, close } }
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

function ticksOf(chain: Chain, pid: number): Tick[] {
  return chain.entries.flatMap((one) => {
    const price = one.kind === 'tick' ? one.prices[pid] : undefined
    return price === undefined ? [] : [{ seq: one.seq, atMs: one.at, price: BigInt(price) }]
  })
}

function entryRun(chain: Chain, ticket: Ticket, ticketSeq: number, entry: Tick | null): Run {
  if (entry) return { from: ticketSeq, to: entry.seq }
  const end = ticket.acceptedAt + ENTRY_DELAY_MS + ENTRY_WAIT_MS
  const past = chain.entries.find((one) => one.seq >= ticketSeq && one.at > end)
  assert(past, 'the log goes on')
  return { from: ticketSeq, to: past.seq }
}

function exitRun(chain: Chain, ticket: Ticket): Run {
  const before = chain.entries.findLast((one) => one.at <= ticket.dueAt - ticket.fixingTicks * 1000)
  const end = chain.entries.find(
    (one) => (one.kind === 'tick' && one.at === ticket.dueAt) || one.at > ticket.dueAt,
  )
  assert(before && end, 'the log holds the window')
  return { from: before.seq, to: end.seq }
}

/** A size of the log that has all runs: at once after the last of them, or up to twenty entries later. */
function sizeFor(chain: Chain, runs: readonly Run[], nodeCrypto: TestCrypto): number {
  const least = Math.max(...runs.map((run) => run.to))
  return Math.min(chain.entries.length, least + Math.floor(nodeCrypto.random() * 21))
}

/** The part of a receipt that shows runs of a log as of a size. */
export function shownIn(
  bodies: readonly string[],
  tree: ReturnType<typeof treeOfEntries>,
  runs: readonly Run[],
  size: number,
  nodeCrypto: TestCrypto,
): Pick<Receipt, 'segments' | 'checkpoint'> {
  const { origin, log } = nodeCrypto.keys
  const key = checkpointKey(origin, log, nodeCrypto.sha256)
  const head = { origin, size, root: tree.root(size) }
  const sign = (message: Uint8Array) => nodeCrypto.sign('log', String.fromCharCode(...message))
  return {
    checkpoint: signCheckpoint(head, key, sign),
    segments: runs.map(({ from, to }) => {
      const { left, right } = rangeProof(from - 1, to, size, tree.nodes)
      return {
        from: from - 1,
        bodies: bodies.slice(from - 1, to),
        left: left.map(hexOf),
        right: right.map(hexOf),
      }
    }),
  }
}
