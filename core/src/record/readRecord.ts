import { asciiBytes, bytesOfHex, hexOf } from '../bytes.ts'
import type { Sha256 } from '../crypto.ts'
import type { LogEntry, RecordEntry } from '../log/log.ts'
import { appendLeaf, EMPTY_EDGE, leafHash, rootOf, type Edge } from '../log/tree/tree.ts'
import { DAY_SECONDS, dayOfName } from '../market/simulated/prices.ts'
import { sumFigures, type RecordFigures } from './recordFigures.ts'
import { isSound, parseLine, type OrderLine, type RecordLine } from './recordLine.ts'
import type { RefusalLine, RefusedLine } from './refusedLine.ts'

/** One `receipts` entry of the log, rebuilt from the lines; same fields as the entry itself. */
export interface LoggedResults {
  seq: number
  count: number
  first: number
  last: number
  root: string
}

/** One `refusals` entry of the log, rebuilt from the lines. */
export type LoggedRefusals = Pick<LoggedResults, 'seq' | 'count' | 'root'>

export type LineProblem = 'not_a_line' | 'wrong_order' | 'told_twice' | 'unsound'

/** A whole record. `problem` names the first faulty line, counted from 1. */
export interface ReadRecord {
  orders: number
  withdrawals: number
  root: string
  figures: RecordFigures
  problem: { line: number; problem: LineProblem } | null
}

export interface RecordReader {
  /** Takes the next line, without its line feed; returns the parsed line if valid. */
  add(text: string): RecordLine | null
  end(): ReadRecord
}

/**
 * Reads a record line by line, keeping only each order's ticket hash, about 100 bytes. Computes root and figures, and passes each
 * `receipts` and `refusals` entry of the log, rebuilt from these lines, to `onResults` and `onRefusals`. Orders come first, then
 * refusals, both in log order, then withdrawals.
 */
export function openRecord(
  sha256: Sha256,
  onResults: (one: LoggedResults) => void = () => {},
  onRefusals: (one: LoggedRefusals) => void = () => {},
): RecordReader {
  let edge: Edge = EMPTY_EDGE
  let withdrawals = 0
  let refusals = 0
  let problem: ReadRecord['problem'] = null
  const figures = sumFigures()
  const tickets = new Set<string>()
  const results = followResults(sha256, onResults)
  const refused = followRefusals(sha256, onRefusals)

  function add(text: string): RecordLine | null {
    const line = parseLine(text)
    edge = appendLeaf(edge, line ? leafHash(asciiBytes(text), sha256) : NO_LEAF, sha256)
    const wrong = line ? take(line) : 'not_a_line'
    if (wrong) problem ??= { line: edge.size, problem: wrong }
    return line
  }

  function take(line: RecordLine): LineProblem | null {
    if (line.kind === 'withdrawal') {
      withdrawals += 1
      figures.addWithdrawal(line)
      return null
    }
    if (line.kind !== 'order') {
      refusals += 1
      figures.addRefusal(line)
      return withdrawals > 0 || !refused.take(line) ? 'wrong_order' : null
    }
    figures.addOrder(line)
    if (refusals + withdrawals > 0 || !results.take(line)) return 'wrong_order'
    if (tickets.has(line.ticket)) return 'told_twice'
    tickets.add(line.ticket)
    return isSound(line) ? null : 'unsound'
  }

  return {
    add,
    end() {
      results.end()
      refused.end()
      const root = hexOf(rootOf(edge, sha256))
      const orders = edge.size - refusals - withdrawals
      return { orders, withdrawals, root, figures: figures.figures(), problem }
    },
  }
}

/** Stands in for an invalid line, so that the root matches no record. */
const NO_LEAF = new Uint8Array(32)

/** Whether a log entry is a day's record, logged after that day. */
export function isEntryOfDay(entry: LogEntry | undefined, day: string): entry is RecordEntry {
  const number = dayOfName(day)
  if (number === null || entry?.kind !== 'record' || entry.day !== day) return false
  return entry.at >= (number + 1) * DAY_SECONDS * 1000
}

/** Whether a record is the one that its log entry committed to. */
export function isRecordOf(
  { orders, withdrawals, root }: Pick<ReadRecord, 'orders' | 'withdrawals' | 'root'>,
  entry: Pick<RecordEntry, 'orders' | 'withdrawals' | 'root'>,
): boolean {
  return orders === entry.orders && withdrawals === entry.withdrawals && root === entry.root
}

interface Results {
  /** False when the line is out of order. */
  take(line: OrderLine): boolean
  end(): void
}

/** Rebuilds the trees of batches and entries from the lines' leaf hashes. */
function followResults(sha256: Sha256, onResults: (one: LoggedResults) => void): Results {
  let entry: { seq: number; count: number; first: number; edge: Edge } | null = null
  let batch: { id: number; edge: Edge } | null = null

  function endBatch(): void {
    if (!entry || !batch) return
    entry.edge = appendLeaf(entry.edge, leafHash(rootOf(batch.edge, sha256), sha256), sha256)
    entry.count += 1
  }

  function endEntry(): void {
    endBatch()
    if (!entry || !batch) return
    const { seq, count, first, edge } = entry
    onResults({ seq, count, first, last: batch.id, root: hexOf(rootOf(edge, sha256)) })
  }

  return {
    take({ logged, batch: id, receipt }) {
      const isNext = !entry || !batch || logged > entry.seq || (logged === entry.seq && id >= batch.id)
      if (!entry || logged !== entry.seq) {
        endEntry()
        entry = { seq: logged, count: 0, first: id, edge: EMPTY_EDGE }
        batch = null
      }
      if (!batch || id !== batch.id) {
        endBatch()
        batch = { id, edge: EMPTY_EDGE }
      }
      batch.edge = appendLeaf(batch.edge, bytesOfHex(receipt) ?? new Uint8Array(32), sha256)
      return isNext
    },
    end: endEntry,
  }
}

/** Rebuilds the trees of `refusals` entries from the lines' leaf hashes. */
function followRefusals(sha256: Sha256, onRefusals: (one: LoggedRefusals) => void) {
  let entry: { seq: number; edge: Edge } | null = null

  function end(): void {
    if (!entry) return
    const { seq, edge } = entry
    onRefusals({ seq, count: edge.size, root: hexOf(rootOf(edge, sha256)) })
  }

  return {
    end,
    /** False when the line is out of order. */
    take({ logged, refusal }: RefusalLine | RefusedLine): boolean {
      const isNext = !entry || logged >= entry.seq
      if (entry?.seq !== logged) {
        end()
        entry = { seq: logged, edge: EMPTY_EDGE }
      }
      entry.edge = appendLeaf(entry.edge, bytesOfHex(refusal) ?? new Uint8Array(32), sha256)
      return isNext
    },
  }
}
