import { assert } from '../assert.ts'
import { base64Of, bytesOfBase64 } from '../base64.ts'
import { bytesOfHex } from '../bytes.ts'
import type { Crypto, Sha256 } from '../crypto.ts'
import { namedKey, openNote, signNote, type KnownKey, type Sign } from './note.ts'

/**
 * A log's signed state: its size and root. C2SP tlog-checkpoint.md, without extension lines. `origin` names the log and its
 * signing key.
 */
export interface Checkpoint {
  origin: string
  size: number
  /** 32 bytes. */
  root: Uint8Array
}

/** The key of a log's checkpoints, from its public key in hex. */
export function checkpointKey(origin: string, publicKey: string, sha256: Sha256): KnownKey {
  const bytes = bytesOfHex(publicKey)
  assert(bytes, 'a public key is in hex')
  return namedKey({ name: origin, type: 1, publicKey: bytes }, sha256)
}

/** The three lines of a checkpoint: origin, size, root. */
export function checkpointText({ origin, size, root }: Checkpoint): string {
  assert(Number.isSafeInteger(size) && size >= 0 && root.length === 32, 'a checkpoint is of a tree')
  return `${origin}\n${size}\n${base64Of(root)}\n`
}

/** Parses a checkpoint's text; null for any other text, including one with extension lines. */
export function parseCheckpoint(text: string): Checkpoint | null {
  const [, origin, digits = '', encoded = ''] = /^([!-*,-~]+)\n(0|[1-9]\d{0,15})\n(.*)\n$/.exec(text) ?? []
  const [size, root] = [Number(digits), bytesOfBase64(encoded)]
  if (origin === undefined || !Number.isSafeInteger(size) || root?.length !== 32) return null
  return { origin, size, root }
}

/** The signed note of a checkpoint. Deterministic, as Ed25519 is. */
export function signCheckpoint(checkpoint: Checkpoint, key: KnownKey, sign: Sign): string {
  assert(key.name === checkpoint.origin, 'a log signs under its origin')
  return signNote(checkpointText(checkpoint), key, sign)
}

/** The checkpoint in a note signed by the log's key; null for any other note. Ignores other signatures. */
export function openCheckpoint(note: string, key: KnownKey, crypto: Crypto): Checkpoint | null {
  const opened = openNote(note, [key], crypto)
  const checkpoint = opened?.verified.length === 1 ? parseCheckpoint(opened.text) : null
  return checkpoint?.origin === key.name ? checkpoint : null
}
