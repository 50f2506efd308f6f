import { asciiBytes, hexOf } from '@tickmark/core/bytes'
import { checkpointKey, openCheckpoint, signCheckpoint } from '@tickmark/core/log/checkpoint'
import { keysText, type KeysEntry } from '@tickmark/core/log/log'
import { isSame, rootOf } from '@tickmark/core/log/tree/tree'
import { nodeCrypto } from '../../platform/crypto.ts'
import type { Signer } from '../../platform/keys.ts'
import { sha256 } from '../../platform/sha256.ts'
import type { Head } from './head.ts'
import type { CheckpointRow } from './treeStore.ts'

/** The house's keys, and the name for a new log. */
export interface LogKeys {
  logSigner: Signer
  /** The log key before this one, so that it can sign its successor; null when there was none. */
  formerSigner: Signer | null
  /** Public key of tickets and receipts, 64 hexadecimal digits. */
  receiptsKey: string
  /** The log's name at its first start; later the log itself has it. */
  origin: string
}

/** The log names a key that is neither ours nor our former one. */
export class LogKeyChanged extends Error {
  constructor() {
    super(
      'the log key in KEYS_FILE is not the one that the price log names: put that key back, or add it as formerLogKey, so that it can sign the new one',
    )
    this.name = 'LogKeyChanged'
  }
}

/** The signer of heads while these keys are in force. Throws when we do not have it. */
export function signerFor(keys: KeysEntry | null, ours: LogKeys): Signer {
  checkLogKey(keys, ours)
  const { logSigner, formerSigner } = ours
  return keys !== null && formerSigner !== null && keys.log === formerSigner.publicKey
    ? formerSigner
    : logSigner
}

/** Throws when the keys cannot continue a log. */
export function checkLogKey(keys: KeysEntry | null, { logSigner, formerSigner }: LogKeys): void {
  const isOurs = keys === null || keys.log === logSigner.publicKey || keys.log === formerSigner?.publicKey
  if (!isOurs) throw new LogKeyChanged()
}

/** The `keys` entry to log at a position and time; null while the log names our keys. */
export function dueKeysEntry(
  keys: KeysEntry | null,
  ours: LogKeys,
  place: Pick<KeysEntry, 'seq' | 'at'>,
): KeysEntry | null {
  const { logSigner, receiptsKey, origin } = ours
  if (keys?.log === logSigner.publicKey && keys.receipts === receiptsKey) return null
  const named = { origin: keys?.origin ?? origin, log: logSigner.publicKey, receipts: receiptsKey }
  const entry = { kind: 'keys', ...place, ...named } as const
  const signer = signerFor(keys, ours)
  return { ...entry, signature: hexOf(signer.sign(asciiBytes(keysText(entry)))) }
}

/** The signed checkpoint of a head. Deterministic: the same head gives the same checkpoint, even after a crash. */
export function signHead(head: Head, at: number, origin: string, signer: Signer): CheckpointRow {
  const key = checkpointKey(origin, signer.publicKey, sha256)
  const root = rootOf(head.edge, sha256)
  return {
    size: head.seq,
    at,
    root,
    note: signCheckpoint({ origin, size: head.seq, root }, key, signer.sign),
  }
}

/** Whether a stored checkpoint is signed by the keys in force and matches this root. */
export function isCheckpointOf(row: CheckpointRow, root: Uint8Array, keys: KeysEntry): boolean {
  const key = checkpointKey(keys.origin, keys.log, sha256)
  const opened = openCheckpoint(row.note, key, nodeCrypto)
  return opened !== null && opened.size === row.size && isSame(opened.root, root) && isSame(row.root, root)
}
