import { asciiBytes, bytesOfHex, hexOf } from '../bytes.ts'
import { checkpointKey, parseCheckpoint, signCheckpoint, type Checkpoint } from '../log/checkpoint.ts'
import { entryBody, type LogEntry } from '../log/log.ts'
import { merkleTree } from '../log/tree/merkle.ts'
import { splitNote } from '../log/note.ts'
import { treeOfEntries } from '../log/tree/tree.testing.ts'
import { isSame } from '../log/tree/tree.ts'
import { gapPlaces } from '../log/tree/treeProofs.ts'
import type { Played } from './toyExchange.testing.ts'
import type { TestCrypto } from './toyLog.testing.ts'
import {
  batchText,
  settlementBody,
  ticketBody,
  ticketHash,
  type Batch,
  type BatchProof,
  type Receipt,
  type SettlementStatement,
  type Ticket,
} from './receipts.ts'

/** The hash, signer and keys of a house. */
export type Seals = Pick<TestCrypto, 'sha256' | 'sign' | 'keys'>

/** The parts of a receipt that a dishonest operator may falsify and then sign with its own keys. */
export interface Lie {
  ticket: Ticket
  settlement: SettlementStatement
  /** The ticket's rules and model. */
  basis: LogEntry[]
  /** The other entries by segment, from the ticket's on. */
  entries: LogEntry[][]
  /** The checkpoint's claim. */
  head: Checkpoint
  /** Positions of the segments in the tree; null puts each where its first entry's number says. */
  places: readonly number[] | null
  consents: Receipt['consents']
  /** Whether the statement refers to this ticket. */
  isBound: boolean
}

/**
 * Rebuilds a changed receipt and a log with the same changes, so that every signature, hash and number is consistent again. Each
 * batch has one leaf, and each batch entry one batch. A receipt without changes still holds.
 */
export function retell(
  { receipt, log }: Pick<Played, 'receipt' | 'log'>,
  nodeCrypto: Seals,
  change: (honest: Lie) => Partial<Lie>,
): Receipt {
  const honest = honestOf(receipt)
  const told = { ...honest, ...change(honest) }
  const { ticketProof: ticketBatch, settlementProof: receiptBatch } = receipt
  const ticketProof = onlyLeaf('ticket-batch', ticketBatch.batch, ticketBody(told.ticket), nodeCrypto)
  const settlement = told.isBound
    ? { ...told.settlement, ticket: ticketHash(told.ticket, nodeCrypto.sha256) }
    : told.settlement
  const settlementProof = onlyLeaf(
    'receipt-batch',
    receiptBatch.batch,
    settlementBody(settlement),
    nodeCrypto,
  )
  const rootUnder = ({ root }: BatchProof) => rootOf([bytesOfHex(root) ?? new Uint8Array()], nodeCrypto)
  const isTicket = (entry: LogEntry) => entry.seq === told.entries[0]?.[0]?.seq && entry.kind === 'tickets'
  const isClose = (entry: LogEntry) =>
    entry.seq === told.entries.at(-1)?.at(-1)?.seq && entry.kind === 'receipts'
  const entries = told.entries.map((segment) =>
    segment.map((entry) => {
      if (isTicket(entry)) return { ...entry, root: rootUnder(ticketProof) } as LogEntry
      return isClose(entry) ? ({ ...entry, root: rootUnder(settlementProof) } as LogEntry) : entry
    }),
  )
  const only = { index: 0, count: 1, path: [] }
  return {
    ...receipt,
    ticket: told.ticket,
    ticketProof,
    ticketLog: only,
    settlement,
    settlementProof,
    settlementLog: receipt.settlementLog && only,
    consents: told.consents,
    ...shown([...leadingRuns(receipt), told.basis, ...entries], told, honest.head, log, nodeCrypto),
  }
}

function runsOf({ segments }: Receipt): LogEntry[][] {
  return segments.map(({ bodies }) => bodies.map((body) => JSON.parse(body) as LogEntry))
}

/** The runs that precede the model's: rules that were not logged next to the model. */
function leadingRuns(receipt: Receipt): LogEntry[][] {
  const runs = runsOf(receipt)
  const ticket = runs.findIndex(([first]) => first?.kind === 'tickets')
  return runs.slice(0, Math.max(0, ticket - 1))
}

function honestOf(receipt: Receipt): Lie {
  const only = (entry: LogEntry, kind: LogEntry['kind'], { batch }: BatchProof) =>
    entry.kind === kind ? ({ ...entry, count: 1, first: batch, last: batch } as LogEntry) : entry
  const [basis = [], run = [], ...others] = runsOf(receipt).slice(leadingRuns(receipt).length)
  const head = parseCheckpoint(splitNote(receipt.checkpoint)?.text ?? '')
  if (!head) throw new Error('an honest receipt has a checkpoint')
  const entries = [
    run.map((entry, i) => (i === 0 ? only(entry, 'tickets', receipt.ticketProof) : entry)),
    ...others,
  ]
  const last = entries.at(-1) ?? []
  entries[entries.length - 1] = last.map((entry, i) =>
    receipt.settlementLog && i === last.length - 1 ? only(entry, 'receipts', receipt.settlementProof) : entry,
  )
  return {
    ticket: receipt.ticket,
    settlement: receipt.settlement,
    basis,
    entries,
    head,
    consents: receipt.consents,
    places: null,
    isBound: true,
  }
}

/** The segments with their proof in the changed log, under the true root unless the lie names another. */
function shown(
  entries: readonly (readonly LogEntry[])[],
  { head, places }: Lie,
  honest: Checkpoint,
  log: readonly string[],
  nodeCrypto: Seals,
): Pick<Receipt, 'segments' | 'proof' | 'checkpoint'> {
  const bodies = [...log]
  const froms: number[] = []
  for (const [s, segment] of entries.entries()) {
    const end = (froms[s - 1] ?? 0) + (entries[s - 1]?.length ?? 0)
    const place = places?.[s - entries.findIndex(([first]) => first?.kind === 'tickets')]
    froms.push(place ?? (segment[0] ? segment[0].seq - 1 : end))
  }
  for (const [s, segment] of entries.entries())
    for (const [i, entry] of segment.entries()) bodies[(froms[s] ?? 0) + i] = entryBody(entry)
  const tree = treeOfEntries(bodies, nodeCrypto.sha256)
  const spans = entries.map((segment, s) => ({ from: froms[s] ?? 0, to: (froms[s] ?? 0) + segment.length }))
  const trueSize = Math.max(honest.size, ...spans.map((one) => one.to))
  const size = head.size === honest.size ? trueSize : head.size
  const root = isSame(head.root, honest.root) ? tree.root(size) : head.root
  const key = checkpointKey(head.origin, nodeCrypto.keys.log, nodeCrypto.sha256)
  const sign = (message: Uint8Array) => nodeCrypto.sign('log', String.fromCharCode(...message))
  return {
    checkpoint: signCheckpoint({ ...head, size, root }, key, sign),
    segments: entries.map((segment) => ({
      from: segment[0] ? segment[0].seq - 1 : 0,
      bodies: segment.map(entryBody),
    })),
    proof: gapPlaces(spans, trueSize).map(({ level, index }) => hexOf(tree.nodes(level, index))),
  }
}

function rootOf(leaves: Uint8Array[], nodeCrypto: Seals): string {
  return hexOf(merkleTree(leaves, nodeCrypto.sha256).root)
}

function onlyLeaf(kind: Batch['kind'], batch: number, body: string, nodeCrypto: Seals): BatchProof {
  const root = rootOf([asciiBytes(body)], nodeCrypto)
  const signature = hexOf(nodeCrypto.sign('receipts', batchText({ kind, batch, count: 1, root })))
  return { batch, index: 0, count: 1, path: [], root, signature }
}
