import { bytesOfHex } from '../../bytes.ts'

/**
 * A set of transactions that can be kept with the state of a reading: their hashes in sorted runs, each at least twice as long as the
 * next. A million take 32 MB.
 */
export type TxSet = readonly Uint8Array[]

export const NO_TXS: TxSet = []

/** Bytes of a hash. */
const WIDTH = 32

/** The set with more transactions, 0x-hexadecimal; null when it already has one of them, or when one is repeated. */
export function withTxs(known: TxSet, added: readonly string[]): TxSet | null {
  if (added.length === 0) return known
  const keys = added.map((tx) => tx.slice(2)).toSorted()
  if (keys.some((key, i) => key === keys[i + 1])) return null
  const run = bytesOfHex(keys.join('')) ?? new Uint8Array(0)
  for (let at = 0; at < run.length; at += WIDTH) if (known.some((one) => has(one, run, at))) return null
  return merged(known, run)
}

/** Merges a run with those before it that are less than twice as long, so that there are few. */
function merged(known: TxSet, run: Uint8Array): TxSet {
  const before = known.at(-1)
  if (!before || before.length >= 2 * run.length) return [...known, run]
  return merged(known.slice(0, -1), mergedRun(before, run))
}

function mergedRun(one: Uint8Array, other: Uint8Array): Uint8Array {
  const whole = new Uint8Array(one.length + other.length)
  let [i, k] = [0, 0]
  for (let at = 0; at < whole.length; at += WIDTH) {
    const isOne = k === other.length || (i < one.length && compare(one, i, other, k) < 0)
    whole.set(isOne ? one.subarray(i, i + WIDTH) : other.subarray(k, k + WIDTH), at)
    if (isOne) i += WIDTH
    else k += WIDTH
  }
  return whole
}

/** Whether a run has the key of another one at a place. */
function has(run: Uint8Array, other: Uint8Array, at: number): boolean {
  let [low, high] = [0, run.length / WIDTH]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const order = compare(run, middle * WIDTH, other, at)
    if (order === 0) return true
    if (order < 0) low = middle + 1
    else high = middle
  }
  return false
}

function compare(one: Uint8Array, i: number, other: Uint8Array, k: number): number {
  for (let n = 0; n < WIDTH; n++) {
    const difference = (one[i + n] ?? 0) - (other[k + n] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
