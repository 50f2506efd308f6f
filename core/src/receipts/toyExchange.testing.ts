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
} from '../market/fixing.ts'
import { GENESIS, entryBody, entryHash, rootText, type LogEntry } from '../log/log.ts'
import { merkleTree } from '../log/merkle.ts'
import { settle, settleClosed, sumsFor } from '../orders/orders.ts'
import type { Sums, Terms } from '../orders/terms.ts'
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
  type Receipt,
  type Run,
  type SettlementStatement,
  type Ticket,
} from './receipts.ts'

/** Supplied by the test: hashing, and signing with the two keys. */
export interface TestCrypto {
  sha256: Crypto['sha256']
  sign(key: 'log' | 'receipts', text: string): Uint8Array
  keys: { log: string; receipts: string }
  /** In [0, 1). */
  random(): number
}

/** An order of the toy exchange, with the facts that decided it. */
export interface Played {
  ticket: Ticket
  terms: Terms
  sums: Sums
  entry: Tick | null
  exit: Tick | null
  statement: SettlementStatement
  receipt: Receipt
}

interface Chain {
  entries: LogEntry[]
  bodies: string[]
  hashes: Uint8Array[]
}

interface Stamped extends BatchProof {
  ticketSeq: number
  ticketLog: Receipt['ticketLog']
}

const START_MS = 1_795_219_200_000
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
  const chain: Chain = { entries: [], bodies: [], hashes: [] }
  const stamps = writeLog(chain, batches, nodeCrypto)
  const settled = tickets.map((one) => settleOne(one, chain, stamps, nodeCrypto))
  const statements = grouped(settled, nodeCrypto).flatMap((batch, i) => {
    const leaves = batch.map((one) => asciiBytes(settlementBody(one.statement)))
    return proofs('receipt-batch', i + 1, leaves, nodeCrypto)
  })
  return settled.map((one, i) => {
    const { ticketSeq: _, ticketLog, ...ticketProof } = stampOf(stamps, one.ticket)
    const receipt = buildReceipt({
      ticket: one.ticket,
      ticketProof,
      ticketLog,
      settlement: one.statement,
      settlementProof: statements[i] as BatchProof,
      segments: one.runs.map((run) => segmentOf(chain, run, nodeCrypto)),
      keys: nodeCrypto.keys,
    })
    return { ...one, receipt }
  })
}

interface Order {
  ticket: Ticket
  terms: Terms
  sums: Sums
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
  const sums = sumsFor(BigInt(Math.floor(nodeCrypto.random() * 1e11) + 1), terms.ratePct)
  const ticket = ticketFor({
    id,
    user: userTag(1 + (i % 7), id, new Uint8Array(32), nodeCrypto.sha256),
    book: pick(['real', 'simulated'] as const),
    currency: pick(CURRENCIES).code,
    terms,
    sums,
    acceptedAtMs: START_MS + Math.floor(nodeCrypto.random() * 60_000),
  })
  return { ticket, terms, sums }
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
  append(chain, { kind: 'keys', seq: 1, at: START_MS - 60_000, ...nodeCrypto.keys }, nodeCrypto)
  for (let at = START_MS - 2_000; at < START_MS + SECONDS * 1000; at += 1000) {
    isDown = nodeCrypto.random() < (isDown ? 0.8 : 0.02)
    if (isDown) continue
    const ready = waiting.filter((one) => one.orders.every((order) => order.ticket.acceptedAt <= at))
    if (ready.length > 0) logTickets(chain, ready, at, stamps, nodeCrypto)
    waiting = waiting.filter((one) => !ready.includes(one))
    for (const [i, place] of places.entries()) places[i] = nextPrice(place.steps, nodeCrypto)
    const shown = PIDS.map((pid, i) => [String(pid), String(places[i]?.price)] as const)
    const open = shown.filter(() => nodeCrypto.random() > 0.03)
    append(
      chain,
      { kind: 'tick', seq: chain.entries.length + 1, at, prices: Object.fromEntries(open) },
      nodeCrypto,
    )
  }
  const last = chain.entries.length + 1
  append(chain, { kind: 'tick', seq: last, at: START_MS + (SECONDS + 60) * 1000, prices: {} }, nodeCrypto)
  return stamps
}

/** A few whole steps around the base, sometimes one unit more. */
function nextPrice(steps: number, nodeCrypto: TestCrypto): { steps: number; price: bigint } {
  const draw = nodeCrypto.random()
  const moved = draw < 0.6 ? steps : Math.max(-4, Math.min(4, steps + (draw < 0.8 ? 1 : -1)))
  const more = nodeCrypto.random() < 0.1 ? 1n : 0n
  return { steps: moved, price: BASE + BigInt(moved) * STEP + more }
}

function append(chain: Chain, entry: LogEntry, nodeCrypto: TestCrypto): void {
  const body = entryBody(entry)
  chain.entries.push(entry)
  chain.bodies.push(body)
  chain.hashes.push(entryHash(chain.hashes.at(-1) ?? GENESIS, body, nodeCrypto.sha256))
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
  append(
    chain,
    { kind: 'tickets', seq, at, count: ready.length, first, last, root: hexOf(tree.root) },
    nodeCrypto,
  )
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
  const { ticket, terms, sums } = order
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
  const statement = settlementFor({
    orderId: ticket.order,
    ticket: ticketHash(ticket, nodeCrypto.sha256),
    settlement,
    entry,
    exit,
    bid,
    settledAtMs: isClosed ? ticket.dueAt - 6_000 : ticket.dueAt + 12,
  })
  const runs = joinRuns(
    entryRun(chain, ticket, ticketSeq, entry),
    entry && !isClosed ? exitRun(chain, ticket) : null,
  )
  return { ...order, entry, exit, statement, runs }
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

function segmentOf(chain: Chain, { from, to }: Run, nodeCrypto: TestCrypto): Receipt['segments'][number] {
  const last = chain.entries[to - 1]
  const hash = chain.hashes[to - 1]
  assert(last && hash, 'the run lies in the log')
  const root = { seq: to, at: last.at, hash: hexOf(hash) }
  return {
    prevHash: hexOf(from === 1 ? GENESIS : (chain.hashes[from - 2] as Uint8Array)),
    bodies: chain.bodies.slice(from - 1, to),
    root: { ...root, signature: hexOf(nodeCrypto.sign('log', rootText(root))) },
  }
}
