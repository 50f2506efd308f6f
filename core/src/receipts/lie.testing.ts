import { asciiBytes, bytesOfHex, hexOf } from '../bytes.ts'
import type { TestCrypto } from './toyExchange.testing.ts'
import { entryBody, entryHash, rootText, type LogEntry } from '../log/log.ts'
import { merkleTree } from '../log/merkle.ts'
import {
  batchText,
  settlementBody,
  ticketBody,
  ticketHash,
  type Batch,
  type BatchProof,
  type Receipt,
  type Segment,
  type SettlementStatement,
  type Ticket,
} from './receipts.ts'

/** The parts of a receipt that a dishonest operator may falsify and then sign with its own keys. */
export interface Lie {
  ticket: Ticket
  settlement: SettlementStatement
  /** Entries of the log by segment, and the hash before each segment. */
  entries: LogEntry[][]
  before: string[]
  /** Whether the statement refers to this ticket. */
  isBound: boolean
}

/**
 * Rebuilds a receipt with changes, so that every signature, hash and sequence number is consistent again. The batches
 * have one leaf, and the `tickets` entry holds one batch. A receipt without changes still holds.
 */
export function retell(
  receipt: Receipt,
  nodeCrypto: TestCrypto,
  change: (honest: Lie) => Partial<Lie>,
): Receipt {
  const honest: Lie = {
    ticket: receipt.ticket,
    settlement: receipt.settlement,
    entries: receipt.segments.map(({ bodies }) => bodies.map((body) => JSON.parse(body) as LogEntry)),
    before: receipt.segments.map((one) => one.prevHash),
    isBound: true,
  }
  const { batch } = receipt.ticketProof
  const [run = [], ...others] = honest.entries
  honest.entries = [
    run.map((entry, i) =>
      i === 0 && entry.kind === 'tickets' ? { ...entry, count: 1, first: batch, last: batch } : entry,
    ),
    ...others,
  ]
  const told = { ...honest, ...change(honest) }
  const ticketProof = onlyLeaf('ticket-batch', batch, ticketBody(told.ticket), nodeCrypto)
  const settlement = told.isBound
    ? { ...told.settlement, ticket: ticketHash(told.ticket, nodeCrypto.sha256) }
    : told.settlement
  const entries = told.entries.map((segment, s) =>
    segment.map((entry, i) =>
      s === 0 && i === 0 && entry.kind === 'tickets'
        ? { ...entry, root: rootOf([bytesOfHex(ticketProof.root) ?? new Uint8Array()], nodeCrypto) }
        : entry,
    ),
  )
  return {
    ...receipt,
    ticket: told.ticket,
    ticketProof,
    ticketLog: { index: 0, count: 1, path: [] },
    settlement,
    settlementProof: onlyLeaf(
      'receipt-batch',
      receipt.settlementProof.batch,
      settlementBody(settlement),
      nodeCrypto,
    ),
    segments: entries.map((segment, s) => chained(segment, told.before[s] ?? '', nodeCrypto)),
  }
}

function rootOf(leaves: Uint8Array[], nodeCrypto: TestCrypto): string {
  return hexOf(merkleTree(leaves, nodeCrypto.sha256).root)
}

function onlyLeaf(kind: Batch['kind'], batch: number, body: string, nodeCrypto: TestCrypto): BatchProof {
  const root = rootOf([asciiBytes(body)], nodeCrypto)
  const signature = hexOf(nodeCrypto.sign('receipts', batchText({ kind, batch, count: 1, root })))
  return { batch, index: 0, count: 1, path: [], root, signature }
}

function chained(entries: readonly LogEntry[], prevHash: string, nodeCrypto: TestCrypto): Segment {
  let hash: Uint8Array = bytesOfHex(prevHash) ?? new Uint8Array()
  const bodies = entries.map(entryBody)
  for (const body of bodies) hash = entryHash(hash, body, nodeCrypto.sha256)
  const last = entries.at(-1)
  const root = { seq: last?.seq ?? 0, at: last?.at ?? 0, hash: hexOf(hash) }
  return { prevHash, bodies, root: { ...root, signature: hexOf(nodeCrypto.sign('log', rootText(root))) } }
}
