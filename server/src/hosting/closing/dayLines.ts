import { hashTree } from '@tickmark/core/log/tree/merkle'
import { DAY_MS } from '@tickmark/core/days'
import { dayName } from '@tickmark/core/market/simulated/prices'
import type { Book } from '@tickmark/core/money/currencies'
import type { Amount } from '@tickmark/core/money/money'
import { setImmediate } from 'node:timers/promises'
import { sha256, sha256OfText } from '../../platform/sha256.ts'

/** A day's payout to an order of a book. */
export interface Payout {
  order: string
  /** The number of its ticket. */
  number: number
  book: Book
  mid: number
  version: number
  upperPpm: bigint
  principal: Amount
  /** When its last day is over, ms since 1970. */
  expiresAtMs: number
  amount: Amount
}

/** Leaves in a stored part: a power of two, so that a part's root is a node of the whole tree. */
export const PART = 256

/** The line of a payout, as hashed into the day's root. */
export function payoutLine(day: number, payout: Payout): string {
  return payoutWriter(day)(payout)
}

/** Writes a day's lines: the canonical text of a `PayoutLine`, none of whose fields needs an escape. */
export function payoutWriter(day: number): (payout: Payout) => string {
  const name = dayName(day)
  const names = new Map<number, string>()
  const lastOf = (expiresAtMs: number): string => {
    const known = names.get(expiresAtMs) ?? dayName(expiresAtMs / DAY_MS - 1)
    names.set(expiresAtMs, known)
    return known
  }
  return ({ book, order, number, mid, version, upperPpm, principal, expiresAtMs, amount }) =>
    `{"amount":"${amount}","book":"${book}","day":"${name}","kind":"payout","last":"${lastOf(expiresAtMs)}","mid":${mid},` +
    `"number":${number},"order":"${order}","principal":"${principal}","upperPpm":"${upperPpm}","v":1,"version":${version}}`
}

/** Leaf hashes of lines: `leafHash` of core. */
export function leavesOf(lines: readonly string[]): Uint8Array[] {
  return lines.map((line) => sha256OfText(`\0${line}`))
}

/** Merkle root over lines, by their leaf hashes. */
export function rootOf(leaves: readonly Uint8Array[]): Buffer {
  return Buffer.from(hashTree(leaves, sha256).root)
}

/** The same root from the stored parts: their roots are nodes of the whole tree. */
export function rootOfParts(parts: readonly LinesPart[]): Buffer {
  return rootOf(parts.map(({ root }) => root))
}

/** Leaf hashes of up to `PART` lines as they are stored, and their root. */
export interface LinesPart {
  hashes: Buffer
  root: Buffer
}

/** Parts hashed before other work gets its turn, some milliseconds. */
const AT_ONCE = 8

/** A day's payout lines as stored parts. Lets the process do other work every few parts. */
export async function partsOf(day: number, payouts: readonly Payout[]): Promise<LinesPart[]> {
  const write = payoutWriter(day)
  const parts: LinesPart[] = []
  for (let from = 0; from < payouts.length; from += PART) {
    if (parts.length % AT_ONCE === 0) await setImmediate()
    parts.push(partOf(payouts.slice(from, from + PART).map(write)))
  }
  return parts
}

function partOf(lines: readonly string[]): LinesPart {
  const hashes = Buffer.alloc(lines.length * 32)
  leavesOf(lines).forEach((leaf, i) => hashes.set(leaf, i * 32))
  return { hashes, root: rootOf(leavesIn(hashes)) }
}

/** The leaf hashes of a stored part. */
function leavesIn(part: Buffer): Uint8Array[] {
  return Array.from({ length: part.length / 32 }, (_, i) => part.subarray(i * 32, (i + 1) * 32))
}

/** The path of leaf `index`, lowest first, from its part and the roots of all parts. */
export function pathFrom(index: number, part: Buffer, roots: readonly Uint8Array[]): Uint8Array[] {
  const inside = hashTree(leavesIn(part), sha256).path(index % PART)
  return [...inside, ...hashTree(roots, sha256).path(Math.floor(index / PART))]
}
