import { bytesOfHex } from '@tickmark/core/bytes'
import { canonicalText } from '@tickmark/core/canonical'
import { parseEntry } from '@tickmark/core/log/log'
import type { Reader } from '../../db/pool.ts'
import { readKinds } from '../../market/store.ts'
import type { AuditedPart, AuditRule } from '../../module/auditRule.ts'
import type { Finding } from '../../module/finding.ts'
import { nodeCrypto } from '../../platform/crypto.ts'
import type { Signer } from '../../platform/keys.ts'
import { readCheckpoint, type StoredCheckpoint } from './auditRunStore.ts'

declare module '../../module/auditRule.ts' {
  interface AuditFacts {
    /** The house's receipts key in hex, as the house itself knows it; null when only the log names it. */
    receiptsKey: string | null
  }
}

export const checkpointAudit: readonly AuditRule[] = [
  {
    number: 28,
    sentence: 'The checkpoint of the audit is as the house signed it.',
    // The checkpoint's carried sums may be false while the books are right.
    readsAll: true,
    check: async (reader, { receiptsKey }) => {
      const stored = await readCheckpoint(reader)
      return stored ? checkpointFindings(reader, stored, receiptsKey) : []
    },
  },
]

async function checkpointFindings(
  reader: Reader,
  stored: StoredCheckpoint,
  receiptsKey: string | null,
): Promise<Finding[]> {
  const found = (what: string, expected: string) => [
    { rule: 'checkpoint = signed', where: 'audit_checkpoint', expected, found: what },
  ]
  if (stored.key !== receiptsKey && !(await loggedKeys(reader)).has(stored.key))
    return found(stored.key, 'a key of the house')
  return isSigned(stored) ? [] : found('another content', 'what the house signed')
}

/** Receipts keys that the log names, including former ones. */
export async function loggedKeys(reader: Reader): Promise<Set<string>> {
  const entries = (await readKinds(reader, ['keys'])).map((row) => parseEntry(row.body))
  return new Set(entries.flatMap((one) => (one?.kind === 'keys' ? [one.receipts] : [])))
}

/** Signs a checkpoint. `text` is `checkpointText`. */
export function signedCheckpoint(text: string, signer: Signer): StoredCheckpoint {
  return { content: text, key: signer.publicKey, signature: signer.sign(signedBytes(text)) }
}

/** Version of the carried facts; an audit does not continue from another version's checkpoint. */
const VERSION = 1

/** The audited part, and when everything was last read. */
export interface Checkpoint {
  part: AuditedPart
  /** Start of the newest full run without findings, ms since 1970. */
  wholeMs: number
}

export function checkpointText({ part, wholeMs }: Checkpoint): string {
  return canonicalText({ v: VERSION, wholeMs, ...part })
}

/** The stored checkpoint to continue from, if this key has signed it; otherwise null. */
export async function openCheckpoint(reader: Reader, receiptsKey: string): Promise<Checkpoint | null> {
  const stored = await readCheckpoint(reader)
  if (stored?.key !== receiptsKey || !isSigned(stored)) return null
  const { v, wholeMs, ...part } = JSON.parse(stored.content) as AuditedPart & { v: number; wholeMs: number }
  return v === VERSION ? { part, wholeMs } : null
}

function isSigned({ content, key, signature }: StoredCheckpoint): boolean {
  const publicKey = bytesOfHex(key)
  return publicKey !== null && nodeCrypto.verifyEd25519(signature, signedBytes(content), publicKey)
}

/** The bytes to sign. Nothing else that the key signs begins with this prefix. */
function signedBytes(text: string): Uint8Array {
  return new TextEncoder().encode(`tickmark-audit/1\n${text}`)
}
