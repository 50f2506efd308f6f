import { asciiBytes, bytesOfHex, hexOf } from '../bytes.ts'
import { checkpointKey, parseCheckpoint, signCheckpoint, type Checkpoint } from '../log/checkpoint.ts'
import { entryBody, type LogEntry } from '../log/log.ts'
import { merkleTree } from '../log/merkle.ts'
import { splitNote } from '../log/note.ts'
import { treeOfEntries } from '../log/tree.testing.ts'
import { isSame } from '../log/tree.ts'
import { rangeProof } from '../log/treeProofs.ts'
import type { Played, TestCrypto } from './toyExchange.testing.ts'
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

/** What a house signs with. */
export type Seals = Pick<TestCrypto, 'sha256' | 'sign' | 'keys'>

/** The parts of a receipt that a dishonest operator may falsify and then sign with its own keys. */
export interface Lie {
  ticket: Ticket
  settlement: SettlementStatement
  /** Entries of the log by segment. */
  entries: LogEntry[][]
  /** What the checkpoint claims. */
  head: Checkpoint
  /** Places of the segments in the tree; each stands where its first entry says, unless told otherwise. */
  places: readonly number[] | null
  consents: Receipt['consents']
  /** Whether the statement refers to this ticket. */
  isBound: boolean
}

/**
 * Rebuilds a receipt with changes in a log with the same changes, so that every signature, hash and number is consistent
 * again. The batches have one leaf, and the `tickets` entry holds one batch. A receipt without changes still holds.
 */
export function retell(
  { receipt, log }: Pick<Played, 'receipt' | 'log'>,
  nodeCrypto: Seals,
  change: (honest: Lie) => Partial<Lie>,
): Receipt {
  const honest = honestOf(receipt)
  const { batch } = receipt.ticketProof
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
    consents: told.consents,
    settlementProof: onlyLeaf(
      'receipt-batch',
      receipt.settlementProof.batch,
      settlementBody(settlement),
      nodeCrypto,
    ),
    ...shown(entries, told, honest.head, log, nodeCrypto),
  }
}

function honestOf(receipt: Receipt): Lie {
  const { batch } = receipt.ticketProof
  const [run = [], ...others] = receipt.segments.map(({ bodies }) =>
    bodies.map((body) => JSON.parse(body) as LogEntry),
  )
  const head = parseCheckpoint(splitNote(receipt.checkpoint)?.text ?? '')
  if (!head) throw new Error('the receipt has a checkpoint')
  const first = run.map((entry, i) =>
    i === 0 && entry.kind === 'tickets' ? { ...entry, count: 1, first: batch, last: batch } : entry,
  )
  return {
    ticket: receipt.ticket,
    settlement: receipt.settlement,
    entries: [first, ...others],
    head,
    consents: receipt.consents,
    places: null,
    isBound: true,
  }
}

/** The segments with their proofs in the changed log. The root is the true one, unless the lie names another. */
function shown(
  entries: readonly (readonly LogEntry[])[],
  { head, places }: Lie,
  honest: Checkpoint,
  log: readonly string[],
  nodeCrypto: Seals,
): Pick<Receipt, 'segments' | 'checkpoint'> {
  const bodies = [...log]
  const froms = entries.map((segment, s) => places?.[s] ?? (segment[0]?.seq ?? 1) - 1)
  for (const [s, segment] of entries.entries())
    for (const [i, entry] of segment.entries()) bodies[(froms[s] ?? 0) + i] = entryBody(entry)
  const tree = treeOfEntries(bodies, nodeCrypto.sha256)
  const end = Math.max(...entries.map((segment, s) => (froms[s] ?? 0) + segment.length))
  const trueSize = Math.max(honest.size, end)
  const size = head.size === honest.size ? trueSize : head.size
  const root = isSame(head.root, honest.root) ? tree.root(size) : head.root
  const key = checkpointKey(head.origin, nodeCrypto.keys.log, nodeCrypto.sha256)
  const sign = (message: Uint8Array) => nodeCrypto.sign('log', String.fromCharCode(...message))
  return {
    checkpoint: signCheckpoint({ ...head, size, root }, key, sign),
    segments: entries.map((segment, s) => {
      const from = froms[s] ?? 0
      const { left, right } = rangeProof(from, from + segment.length, trueSize, tree.nodes)
      return {
        from: places ? (segment[0]?.seq ?? 1) - 1 : from,
        bodies: segment.map(entryBody),
        left: left.map(hexOf),
        right: right.map(hexOf),
      }
    }),
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
