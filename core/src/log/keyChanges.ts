import { hexOf } from '../bytes.ts'
import type { Crypto } from '../crypto.ts'
import { checkpointKey } from './checkpoint.ts'
import { followsKeys, parseEntry } from './log.ts'
import type { KnownKey } from './note.ts'

/**
 * The keys that a log's `keys` entries lead to from a known key, oldest first, without the known one. Each is signed by the
 * one before it. Entries from before the known key are passed over. Texts are in the log's order.
 */
export function keysFrom(known: KnownKey, texts: readonly string[], crypto: Crypto): KnownKey[] {
  const keys: KnownKey[] = []
  let key = known
  for (const text of texts) {
    const entry = parseEntry(text)
    if (entry?.kind !== 'keys') continue
    const log = hexOf(key.publicKey)
    if (entry.log === log || !followsKeys({ ...entry, origin: key.name, log }, entry, crypto)) continue
    key = checkpointKey(entry.origin, entry.log, crypto.sha256)
    keys.push(key)
  }
  return keys
}
