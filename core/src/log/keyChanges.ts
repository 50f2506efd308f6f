import { hexOf } from '../bytes.ts'
import type { Crypto } from '../crypto.ts'
import { checkpointKey, openCheckpoint, type Checkpoint } from './checkpoint.ts'
import { followsKeys, parseEntry } from './log.ts'
import type { KnownKey } from './note.ts'

/** Keys of one log, oldest first. Each key after the first is named by a `keys` entry signed by the previous key. */
export interface KeyChain {
  /** At least one. */
  keys: readonly KnownKey[]
  /** The texts of those entries, one fewer than keys. */
  changes: readonly string[]
}

/** Extends a chain by a log's `keys` entries, given in the log's order. Skips entries from before the chain's last key. */
export function chainFrom(chain: KeyChain, texts: readonly string[], crypto: Crypto): KeyChain {
  const [keys, changes] = [[...chain.keys], [...chain.changes]]
  for (const text of texts) {
    const [entry, key] = [parseEntry(text), keys.at(-1)]
    if (entry?.kind !== 'keys' || !key) continue
    const log = hexOf(key.publicKey)
    if (entry.log === log || !followsKeys({ ...entry, origin: key.name, log }, entry, crypto)) continue
    keys.push(checkpointKey(entry.origin, entry.log, crypto.sha256))
    changes.push(text)
  }
  return { keys, changes }
}

/** A chain of one key. */
export function chainOf(key: KnownKey): KeyChain {
  return { keys: [key], changes: [] }
}

/** The part of a chain between two of its keys, given by index from 0. */
export function chainBetween({ keys, changes }: KeyChain, first: number, last: number): KeyChain {
  return { keys: keys.slice(first, last + 1), changes: changes.slice(first, last) }
}

/** The checkpoint in a note signed by a key of a chain, and that key's index; null for any other note. */
export function openUnder(
  note: string,
  { keys }: KeyChain,
  crypto: Crypto,
): { checkpoint: Checkpoint; by: number } | null {
  for (const [by, key] of keys.entries()) {
    const checkpoint = openCheckpoint(note, key, crypto)
    if (checkpoint) return { checkpoint, by }
  }
  return null
}
