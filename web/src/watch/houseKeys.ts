import { sha256 } from '@noble/hashes/sha2.js'
import { hexOf } from '@tickmark/core/bytes'
import { followsKeys, parseEntry } from '@tickmark/core/log/log'
import { parseKeyText, type KnownKey } from '@tickmark/core/log/note'
import type { HouseKeys } from '@tickmark/core/receipts/receipts'
import { configNow } from '../api/publicConfig.ts'
import { logHouse } from './logHouse.ts'
import { withSignatures } from './signatures.ts'
import { startWatch } from './startWatch.ts'
import { watchState } from './watchState.ts'

let known: HouseKeys | null = null

/**
 * The house's keys: of a watched log those that its newest `keys` entry names, signed by a key that this device has
 * followed. The published ones, when the log cannot be asked. `isFresh` asks again, as a key may have changed.
 */
export async function houseKeys(isFresh: boolean): Promise<HouseKeys | null> {
  if (watchState.get().vkeys.length === 0) await startWatch().catchUp()
  const keys = watchState
    .get()
    .vkeys.map((text) => parseKeyText(text, sha256))
    .filter((one) => one !== null)
  const [newest] = keys
  if (!newest) return publishedKeys()
  if (!isFresh && known?.origin === newest.name && known.log === hexOf(newest.publicKey)) return known
  const answer = await logHouse.head()
  const named = answer && (await keysNamed(keys, answer.keyChanges))
  if (named) known = named
  return named ?? keysNow()
}

/** The house's keys as this page knows them without asking anybody. */
export function keysNow(): HouseKeys | null {
  return known ?? publishedKeys()
}

/** The keys of the last `keys` entry that names the newest log key and that one of these keys has signed. */
export function keysNamed(keys: readonly KnownKey[], texts: readonly string[]): Promise<HouseKeys | null> {
  const newest = keys[0] && hexOf(keys[0].publicKey)
  return withSignatures((crypto) => {
    for (const text of texts.toReversed()) {
      const entry = parseEntry(text)
      if (entry?.kind !== 'keys' || entry.log !== newest) continue
      const { origin, log, receipts } = entry
      const isSigned = keys.some((key) => {
        const before = { ...entry, origin: key.name, log: hexOf(key.publicKey) }
        return followsKeys(before, entry, crypto)
      })
      if (isSigned) return { origin, log, receipts }
    }
    return null
  })
}

function publishedKeys(): HouseKeys | null {
  const config = configNow()
  return config && { origin: config.logOrigin, log: config.logKey, receipts: config.receiptsKey }
}
