import { assert } from '../assert.ts'
import { hexOf } from '../bytes.ts'
import { checkpointKey, signCheckpoint } from '../log/checkpoint.ts'
import type { treeOfEntries } from '../log/tree/tree.testing.ts'
import { gapPlaces } from '../log/tree/treeProofs.ts'
import { ENTRY_DELAY_MS, ENTRY_WAIT_MS, type Tick } from '../market/fixing.ts'
import { bidNeedsFromMs } from '../orders/priced.ts'
import type { Terms } from '../orders/terms.ts'
import { joinRuns, type Receipt, type Run, type SettlementStatement, type Ticket } from './receipts.ts'
import { BASIS, type Chain, type Stamped, type TestCrypto } from './toyLog.testing.ts'

/** Facts that decide which entries an ended order's receipt shows. */
interface Ended {
  ticket: Ticket
  terms: Terms
  entry: Tick | null
  statement: SettlementStatement
  /** Position of an early close in the log. */
  closed: Stamped | null
}

/** The parts of the log in a receipt. */
export function runsOf(chain: Chain, order: Ended, ticketSeq: number): Run[] {
  const { ticket, entry, closed } = order
  const basis = { from: BASIS.rules, to: BASIS.model }
  const entryPart = entryRun(chain, ticket, ticketSeq, entry)
  if (closed) return joinRuns([basis, entryPart, ...closeRuns(chain, order, ticketSeq, closed.seq)])
  return joinRuns([basis, entryPart, ...(entry ? [exitRun(chain, ticket)] : [])])
}

/** The model before a close's bid, and the entries from the first tick that it may follow from. */
function closeRuns(chain: Chain, { ticket, terms, statement }: Ended, ticketSeq: number, to: number): Run[] {
  const order = { terms, dueAtMs: ticket.dueAt, settledAtMs: statement.settledAt }
  const early = chain.entries.findLast((one) => one.at <= bidNeedsFromMs(order))
  const from = Math.max(ticketSeq, early?.seq ?? 1)
  const model = chain.entries.findLast((one) => one.kind === 'model' && one.seq < from)
  assert(model, 'the toy always has a model')
  return [
    { from: model.seq, to: model.seq },
    { from, to },
  ]
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

/** A log size that includes all runs: right after the last one, or up to twenty entries later. */
export function sizeFor(chain: Chain, runs: readonly Run[], nodeCrypto: TestCrypto): number {
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
): Pick<Receipt, 'segments' | 'proof' | 'checkpoint'> {
  const { origin, log } = nodeCrypto.keys
  const key = checkpointKey(origin, log, nodeCrypto.sha256)
  const head = { origin, size, root: tree.root(size) }
  const sign = (message: Uint8Array) => nodeCrypto.sign('log', String.fromCharCode(...message))
  const spans = runs.map(({ from, to }) => ({ from: from - 1, to }))
  return {
    checkpoint: signCheckpoint(head, key, sign),
    segments: spans.map(({ from, to }) => ({ from, bodies: bodies.slice(from, to) })),
    proof: gapPlaces(spans, size).map(({ level, index }) => hexOf(tree.nodes(level, index))),
  }
}
