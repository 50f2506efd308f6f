import type { PayoutLine } from '@tickmark/core/arbitrage/evidence'
import { asciiBytes } from '@tickmark/core/bytes'
import { canonicalWriter } from '@tickmark/core/canonical'
import { hashTree } from '@tickmark/core/log/merkle'
import { leafHash } from '@tickmark/core/log/tree'
import { dayName } from '@tickmark/core/market/simulated/prices'
import type { Book } from '@tickmark/core/money/currencies'
import type { Amount } from '@tickmark/core/money/money'
import { sha256 } from '../platform/sha256.ts'

/** What a day pays to an order of a book. */
export interface Payout {
  order: string
  book: Book
  mid: number
  version: number
  upperPpm: bigint
  principal: Amount
  amount: Amount
}

/** Leaves of a stored part: a power of two, so that its own root is a node of the whole tree. */
export const PART = 256

const textOf = canonicalWriter<PayoutLine & Record<string, string | number>>([
  'v',
  'kind',
  'day',
  'book',
  'order',
  'mid',
  'version',
  'upperPpm',
  'principal',
  'amount',
])

/** The line of a payout, as the day's root has it. */
export function payoutLine(day: number, { book, order, mid, version, ...sums }: Payout): string {
  return textOf({
    v: 1,
    kind: 'payout',
    day: dayName(day),
    book,
    order,
    mid,
    version,
    upperPpm: String(sums.upperPpm),
    principal: String(sums.principal),
    amount: String(sums.amount),
  })
}

/** Leaf hashes of lines. */
export function leavesOf(lines: readonly string[]): Uint8Array[] {
  return lines.map((line) => leafHash(asciiBytes(line), sha256))
}

/** Merkle root over lines, by their leaf hashes. */
export function rootOf(leaves: readonly Uint8Array[]): Buffer {
  return Buffer.from(hashTree(leaves, sha256).root)
}

/** Leaf hashes as they are stored, part by part. */
export function partsOf(leaves: readonly Uint8Array[]): { hashes: Buffer; root: Buffer }[] {
  return Array.from({ length: Math.ceil(leaves.length / PART) }, (_, part) => {
    const own = leaves.slice(part * PART, (part + 1) * PART)
    return { hashes: Buffer.concat(own), root: rootOf(own) }
  })
}

/** The leaf hashes of a stored part. */
function leavesIn(part: Buffer): Uint8Array[] {
  return Array.from({ length: part.length / 32 }, (_, i) => part.subarray(i * 32, (i + 1) * 32))
}

/** The path of leaf `index`, lowest first, from its own part and the roots of all parts. */
export function pathFrom(index: number, part: Buffer, roots: readonly Uint8Array[]): Uint8Array[] {
  const inside = hashTree(leavesIn(part), sha256).path(index % PART)
  return [...inside, ...hashTree(roots, sha256).path(Math.floor(index / PART))]
}
