import { leafOfWithdrawal, type WithdrawalPromise } from '@tickmark/core/evidence/withdrawalPromise'
import type { Crypto } from '@tickmark/core/crypto'
import { isHash } from '@tickmark/core/fields'
import { isRecord } from '@tickmark/core/json'
import type { Checkpoint } from '@tickmark/core/log/checkpoint'
import { findLeaf, LOGGED_WITHIN_MS, type FoundLeaf, type ShownBatch } from '@tickmark/core/receipts/batches'
import type { House } from '../house.ts'
import { readExtract, valueOf } from '../published.ts'

/**
 * Whether the log has a promised withdrawal: `logged`; `other`, as it has another promise under its number; `early`, as it had this
 * one before the promise's own time; `waiting`, as the log has not gone on since; `absent` up to a time, by the house's word;
 * `unshown`, as the house shows nothing of it.
 */
export type PromisePlace =
  | { is: 'logged' | 'other' | 'early' | 'waiting' | 'absent'; atMs: number }
  | { is: 'unshown' }

/** Where the log under a head that the reader has verified has a promise, by the house's answer of `getLoggedAnswer`. */
export async function placeAt(
  house: House,
  promise: WithdrawalPromise,
  head: Pick<Checkpoint, 'size' | 'root'>,
  crypto: Crypto,
): Promise<PromisePlace> {
  const query = `kind=withdrawals&number=${promise.number}&size=${head.size}`
  const text = await house.text(`api/getLoggedAnswer?${query}`)
  const shown = text === null ? null : readShown(valueOf(text))
  return judgePlace(shown && findLeaf(leafOfWithdrawal(promise), shown, head, crypto), promise.at)
}

/** Judges the house by a look for a promise; `promisedAtMs` is the promise's own time, ms since 1970. */
export function judgePlace(found: FoundLeaf, promisedAtMs: number): PromisePlace {
  if (found === null) return { is: 'unshown' }
  const { is, atMs } = found
  if (is === 'logged' && atMs < promisedAtMs) return { is: 'early', atMs }
  if (is === 'absent' && atMs <= promisedAtMs + LOGGED_WITHIN_MS) return { is: 'waiting', atMs }
  return { is, atMs }
}

/** An answer of getLoggedAnswer; null when it is not one. */
function readShown(value: unknown): ShownBatch | null {
  if (!isRecord(value)) return null
  const { segment, place } = value
  const shown = isRecord(segment) ? readExtract({ ...segment, checkpoint: '' }) : null
  if (shown === null || (place !== null && !isPlace(place))) return null
  return { segment: shown, place }
}

function isPlace(value: unknown): value is NonNullable<ShownBatch['place']> {
  if (!isRecord(value)) return false
  const { index, count, path } = value
  return (
    Number.isSafeInteger(index) && Number.isSafeInteger(count) && Array.isArray(path) && path.every(isHash)
  )
}
