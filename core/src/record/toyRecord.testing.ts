import { bytesOfHex, hexOf } from '../bytes.ts'
import type { Sha256 } from '../crypto.ts'
import type { BatchesEntry } from '../log/log.ts'
import { hashTree, merkleRoot } from '../log/tree/merkle.ts'
import { sumsFor, settlementOf } from '../orders/orders.ts'
import type { Outcome } from '../orders/terms.ts'
import { lineText, type OrderLine, type RecordLine } from './recordLine.ts'
import { openRecord, type LoggedRefusals, type LoggedResults, type ReadRecord } from './readRecord.ts'
import type { RefusalLine, RefusedLine } from './refusedLine.ts'

/** A line of a won order of a minute on BTC, with overrides; net and payout follow from them. */
export function toyLine(given: Partial<OrderLine> = {}): OrderLine {
  const plain = {
    kind: 'order' as const,
    ticket: '11'.repeat(32),
    receipt: '22'.repeat(32),
    batch: 256,
    logged: 900,
    book: 'real' as const,
    currency: 'USDT',
    pid: 1,
    duration: 60,
    direction: 'up' as const,
    barrierPpm: 0,
    chancePpm: 500_000,
    marginPpm: 40_000,
    ratePct: 92,
    due: 1_795_219_260_000,
    stake: '10000000000',
    outcome: 'won' as Outcome,
    entrySeq: 700,
    exitSeq: 800,
    ...given,
  }
  const sums = sumsFor(BigInt(plain.stake), plain.ratePct)
  const { net, toUser } =
    plain.outcome === 'closed'
      ? { net: -sums.stake / 2n, toUser: sums.stake / 2n }
      : settlementOf(plain.outcome, sums)
  const isUndecided = plain.outcome === 'void' || plain.outcome === 'closed'
  return { ...plain, net: String(net), payout: String(toUser), ...(isUndecided && { exitSeq: 0 }), ...given }
}

/** The line of a refused order of a minute on BTC that would have won, with overrides. */
export function toyRefused(given: Partial<RefusedLine> = {}): RefusedLine {
  return {
    kind: 'refused',
    refusal: '44'.repeat(32),
    logged: 600,
    book: 'real',
    currency: 'USDT',
    pid: 1,
    duration: 60,
    direction: 'up',
    barrierPpm: 0,
    chancePpm: 500_000,
    marginPpm: 40_000,
    ratePct: 92,
    due: 1_795_219_260_000,
    stake: '10000000000',
    outcome: 'won',
    ...given,
  }
}

/** Many different lines of one day, in the order of the log: batches of three, two batches to an entry. */
export function toyLines(count: number, sha256: Sha256): OrderLine[] {
  const outcomes: Outcome[] = ['won', 'lost', 'lost', 'won', 'tied', 'won', 'closed', 'lost']
  return Array.from({ length: count }, (_, i) => {
    const hash = hexOf(sha256(new Uint8Array([i % 256, i >> 8])))
    const batch = Math.floor(i / 3)
    return toyLine({
      ticket: hash,
      receipt: hexOf(sha256(bytesOfHex(hash) ?? new Uint8Array(0))),
      batch: 256 + batch,
      logged: 900 + 10 * Math.floor(batch / 2),
      pid: 1 + (i % 2),
      book: i % 5 === 0 ? 'simulated' : 'real',
      due: 1_795_219_260_000 + 1_000 * Math.floor(i / 4),
      outcome: outcomes[i % outcomes.length] ?? 'won',
    })
  })
}

export function readLines(lines: readonly RecordLine[], sha256: Sha256): ReadRecord {
  return readTexts(lines.map(lineText), sha256)
}

export function readTexts(texts: readonly string[], sha256: Sha256): ReadRecord {
  const record = openRecord(sha256)
  for (const text of texts) record.add(text)
  return record.end()
}

/** The log's `receipts` entries for these orders. */
export function resultsOf(lines: readonly OrderLine[], sha256: Sha256): Omit<BatchesEntry, 'at' | 'model'>[] {
  const entries = new Map<number, Map<number, Uint8Array[]>>()
  for (const { logged, batch, receipt } of lines) {
    const batches = entries.get(logged) ?? new Map<number, Uint8Array[]>()
    batches.set(batch, [...(batches.get(batch) ?? []), bytesOfHex(receipt) ?? new Uint8Array(32)])
    entries.set(logged, batches)
  }
  return [...entries].map(([seq, batches]): Omit<BatchesEntry, 'at' | 'model'> => {
    const ids = [...batches.keys()]
    const roots = [...batches.values()].map((leaves) => hashTree(leaves, sha256).root)
    const root = hexOf(merkleRoot(roots, sha256))
    return { kind: 'receipts', seq, count: ids.length, first: Math.min(...ids), last: Math.max(...ids), root }
  })
}

/** The `receipts` entries rebuilt from the lines. */
export function shownResults(lines: readonly OrderLine[], sha256: Sha256): LoggedResults[] {
  const shown: LoggedResults[] = []
  const record = openRecord(sha256, (one) => void shown.push(one))
  for (const line of lines) record.add(lineText(line))
  record.end()
  return shown
}

/** The `refusals` entries rebuilt from the lines. */
export function shownRefusals(
  lines: readonly (RefusalLine | RefusedLine)[],
  sha256: Sha256,
): LoggedRefusals[] {
  const shown: LoggedRefusals[] = []
  const record = openRecord(
    sha256,
    () => {},
    (one) => void shown.push(one),
  )
  for (const line of lines) record.add(lineText(line))
  record.end()
  return shown
}
