import type { Crypto } from '@tickmark/core/crypto'
import { isHash } from '@tickmark/core/fields'
import { isRecord, readJson } from '@tickmark/core/json'
import {
  checkpointKey,
  openCheckpoint,
  parseCheckpoint,
  type Checkpoint,
} from '@tickmark/core/log/checkpoint'
import type { LogEntry } from '@tickmark/core/log/log'
import { splitNote } from '@tickmark/core/log/note'
import { publishedAt, publishedKeys, type PublishedKeys } from '@tickmark/core/evidence/publishedKeys'
import { filedReceipt, receiptText } from '@tickmark/core/receipts/receiptFile'
import { readSegment } from '@tickmark/core/receipts/receiptLog'
import type { HouseKeys, Segment } from '@tickmark/core/receipts/receipts'

/** An extract of the public log: consecutive entries, proven to be under a signed head. */
export interface LogExtract extends Segment {
  checkpoint: string
}

/** The JSON value of a file or of an HTML receipt, unwrapped from an API answer if needed; undefined for invalid JSON. */
export function valueOf(text: string): unknown {
  const value = readJson(receiptText(text))
  return isRecord(value) && 'status' in value && 'data' in value ? value.data : value
}

/** A bare receipt, or one unwrapped from a receipt file or an answer of getReceipt. */
export function receiptOf(value: unknown): unknown {
  return filedReceipt(value).receipt
}

/** The keys of /config.json or of getLogHead, with the log's name; null when there are none. */
export function readKeys(value: unknown): HouseKeys | null {
  if (!isRecord(value)) return null
  const { logKey, receiptsKey } = value
  const origin = value['logOrigin'] ?? value['origin']
  if (!isHash(logKey) || !isHash(receiptsKey) || typeof origin !== 'string') return null
  return { origin, log: logKey, receipts: receiptsKey }
}

/**
 * The same with those before them: an answer of getLogHead has the `keys` entries that led to the present ones. Null when there are no
 * keys.
 */
export function readPublished(value: unknown, crypto: Crypto): PublishedKeys | null {
  const present = readKeys(value)
  const texts: unknown = isRecord(value) ? value['keyChanges'] : undefined
  const changes = Array.isArray(texts) ? texts.filter((one) => typeof one === 'string') : []
  return present && publishedKeys(present, changes, crypto)
}

/** A text of published keys to judge a file by; undefined without a text, null when it has no keys. */
export function keysFor(
  text: string | undefined,
  file: { keys: HouseKeys; note: string } | null,
  crypto: Crypto,
): HouseKeys | null | undefined {
  if (text === undefined) return undefined
  const published = readPublished(valueOf(text), crypto)
  return published && (file ? publishedAt(published, file.keys, file.note) : published.present)
}

/** An answer of getLog; null when it is not one. */
export function readExtract(value: unknown): LogExtract | null {
  if (!isRecord(value)) return null
  const { from, bodies, left, right, checkpoint } = value
  const isExtract =
    isPlace(from) &&
    isList(bodies, isBody) &&
    isList(left, isHash) &&
    isList(right, isHash) &&
    typeof checkpoint === 'string'
  return isExtract ? { from, bodies, left, right, checkpoint } : null
}

export type ReadLog =
  | { ok: true; entries: LogEntry[]; bodies: ReadonlyMap<number, string>; head: Checkpoint }
  | { ok: false; problem: 'not_in_tree' | 'wrong_signature'; seq: number }

/** The entries of an extract, which must be in its checkpoint's tree; given keys, these must have signed it. */
export function readLog(extract: LogExtract, crypto: Crypto, keys?: Omit<HouseKeys, 'receipts'>): ReadLog {
  const seq = extract.from + 1
  const head = parseCheckpoint(splitNote(extract.checkpoint)?.text ?? '')
  const entries = head ? readSegment(extract, head, crypto) : []
  if (!head || entries.length < extract.bodies.length) return { ok: false, problem: 'not_in_tree', seq }
  if (keys) {
    const key = checkpointKey(keys.origin, keys.log, crypto.sha256)
    if (!openCheckpoint(extract.checkpoint, key, crypto)) {
      return { ok: false, problem: 'wrong_signature', seq: head.size }
    }
  }
  return {
    ok: true,
    entries,
    bodies: new Map(entries.map((one, i) => [one.seq, extract.bodies[i] ?? ''])),
    head,
  }
}

function isPlace(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

function isList<T>(value: unknown, isItem: (item: unknown) => item is T): value is T[] {
  return Array.isArray(value) && value.every(isItem)
}

function isBody(value: unknown): value is string {
  return typeof value === 'string' && /^[\x20-\x7e]*$/.test(value)
}
