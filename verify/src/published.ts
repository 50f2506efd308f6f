import { bytesOfHex, hexOf } from '@tickmark/core/bytes'
import type { Crypto } from '@tickmark/core/crypto'
import { isRecord, readJson } from '@tickmark/core/json'
import { entryHash, parseEntry, rootText, type LogEntry } from '@tickmark/core/log/log'
import { asciiBytes } from '@tickmark/core/bytes'
import type { TrustedKeys } from '@tickmark/core/receipts/receiptCheck'

/** An extract of the public log: the hash before the first entry, the entries, and signed roots. */
export interface LogExtract {
  prevHash: string
  bodies: string[]
  roots: { seq: number; at: number; hash: string; signature: string }[]
}

/** The JSON value of a file, unwrapped from an API answer if needed; undefined for invalid JSON. */
export function valueOf(text: string): unknown {
  const value = readJson(text)
  return isRecord(value) && 'status' in value && 'data' in value ? value.data : value
}

/** The public keys of /config.json or of getLogHead; null when there are none. */
export function readKeys(value: unknown): TrustedKeys | null {
  if (!isRecord(value)) return null
  const { logKey, receiptsKey } = value
  return isHash(logKey) && isHash(receiptsKey) ? { log: logKey, receipts: receiptsKey } : null
}

/** An answer of getLog; null when it is not one. */
export function readExtract(value: unknown): LogExtract | null {
  if (!isRecord(value)) return null
  const { prevHash, bodies, roots = [] } = value
  const isExtract = isHash(prevHash) && isList(bodies, isBody) && isList(roots, isRoot)
  return isExtract ? { prevHash, bodies, roots } : null
}

export type ReadLog =
  | {
      ok: true
      entries: LogEntry[]
      hashes: ReadonlyMap<number, string>
      bodies: ReadonlyMap<number, string>
    }
  | { ok: false; problem: 'not_an_entry' | 'wrong_seq' | 'wrong_hash' | 'wrong_signature'; seq: number }

/** Follows an extract's hash chain; its roots must be on the chain and, with a key, signed. */
export function readLog(extract: LogExtract, crypto: Crypto, logKey?: string): ReadLog {
  const entries: LogEntry[] = []
  const hashes = new Map<number, string>()
  const bodies = new Map<number, string>()
  let hash = bytesOfHex(extract.prevHash) ?? new Uint8Array()
  for (const body of extract.bodies) {
    const entry = parseEntry(body)
    const before = entries.at(-1)
    if (!entry) return { ok: false, problem: 'not_an_entry', seq: (before?.seq ?? 0) + 1 }
    if (before && entry.seq !== before.seq + 1) return { ok: false, problem: 'wrong_seq', seq: entry.seq }
    hash = new Uint8Array(entryHash(hash, body, crypto.sha256))
    entries.push(entry)
    hashes.set(entry.seq, hexOf(hash))
    bodies.set(entry.seq, body)
  }
  for (const root of extract.roots) {
    const own = hashes.get(root.seq)
    if (own !== undefined && own !== root.hash) return { ok: false, problem: 'wrong_hash', seq: root.seq }
    if (logKey !== undefined && !isSigned(root, logKey, crypto)) {
      return { ok: false, problem: 'wrong_signature', seq: root.seq }
    }
  }
  return { ok: true, entries, hashes, bodies }
}

function isSigned(root: LogExtract['roots'][number], logKey: string, crypto: Crypto): boolean {
  const [signature, key] = [bytesOfHex(root.signature), bytesOfHex(logKey)]
  return (
    signature !== null && key !== null && crypto.verifyEd25519(signature, asciiBytes(rootText(root)), key)
  )
}

function isList<T>(value: unknown, isItem: (item: unknown) => item is T): value is T[] {
  return Array.isArray(value) && value.every(isItem)
}

function isBody(value: unknown): value is string {
  return typeof value === 'string' && /^[\x20-\x7e]*$/.test(value)
}

function isHash(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
}

function isRoot(value: unknown): value is LogExtract['roots'][number] {
  return (
    isRecord(value) &&
    Number.isSafeInteger(value.seq) &&
    Number.isSafeInteger(value.at) &&
    isHash(value.hash) &&
    typeof value.signature === 'string'
  )
}
