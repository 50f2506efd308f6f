import { sha256 } from '@noble/hashes/sha2.js'
import { hexOf } from '@tickmark/core/bytes'
import { isRecord } from '@tickmark/core/json'
import { followsKeys, parseEntry, type KeysEntry } from '@tickmark/core/log/log'
import { parseKeyText, type KnownKey } from '@tickmark/core/log/note'
import { readSegment } from '@tickmark/core/receipts/receiptLog'
import type { HouseKeys } from '@tickmark/core/receipts/receipts'
import type { ShownKeys } from '@tickmark/core/evidence/shownKeys'
import { configNow } from '../api/publicConfig.ts'
import { keep, keptJson } from '@tickmark/client/storage.ts'
import { openHead } from './compareHeads.ts'
import { logHouse } from './logHouse.ts'
import { keepKeys, keysOf } from './promises/kept/keysStore.ts'
import { withSignatures } from './signatures/signatures.ts'
import { startWatch } from './startWatch.ts'
import { watchState } from './watchState.ts'

const PLACE = 'houseKeys'

let known: HouseKeys | null = keptKeys()

/**
 * The house's keys from the watched log: its newest `keys` entry, signed by a key that this device has followed,
 * under a head that fits the kept ones. Null while the log does not show them. `isFresh` fetches again, because a key
 * may have changed.
 */
export async function loggedKeys(isFresh: boolean): Promise<HouseKeys | null> {
  const keys = await watchedKeys()
  const isKnown =
    known?.origin === keys[0]?.name && known?.log === hexOf(keys[0]?.publicKey ?? new Uint8Array())
  if (isKnown && !isFresh) return known
  const asked = await askForKeys(keys)
  return asked === 'unnamed' ? (isKnown ? known : null) : asked
}

/** The keys that the log names now; null without a fresh answer, even if this device knows earlier keys. */
export async function freshKeys(): Promise<HouseKeys | null> {
  const asked = await askForKeys(await watchedKeys())
  return asked === 'unnamed' ? null : asked
}

/**
 * The `keys` entries that this device has seen in the watched log, in its order: they show that one log had the keys of two
 * statements.
 */
export async function keyChangesSeen(): Promise<ShownKeys[]> {
  const [newest] = await watchedKeys()
  return newest ? (await keysOf(newest.name)).map(({ shown }) => shown) : []
}

/** The keys of the watched log, newest first. */
async function watchedKeys(): Promise<KnownKey[]> {
  if (watchState.get().vkeys.length === 0) await startWatch().catchUp()
  return watchState.get().vkeys.flatMap((text) => parseKeyText(text, sha256) ?? [])
}

/** `unnamed` when the house names no keys now; null when its log lacks the keys that it names. */
async function askForKeys(keys: readonly KnownKey[]): Promise<HouseKeys | 'unnamed' | null> {
  const answer = keys.length > 0 ? await logHouse.head() : null
  const named = answer && (await keysNamed(keys, answer.keyChanges))
  if (!answer || !named) return 'unnamed'
  if (!(await isInLog(named, keys))) return null
  const { origin, log, receipts } = named.entry
  await keepMissed(named.entry, answer.keyChanges, keys)
  known = { origin, log, receipts }
  keep(PLACE, JSON.stringify(known))
  return known
}

/** The keys of the watched log; while it shows none, the keys that this device already knows. */
export async function houseKeys(isFresh: boolean): Promise<HouseKeys | null> {
  return (await loggedKeys(isFresh)) ?? keysNow()
}

/** The house's keys known to this page, without a request. */
export function keysNow(): HouseKeys | null {
  return known ?? publishedKeys()
}

/** The keys of the configuration: the house's claim beside its log. */
export function publishedKeys(): HouseKeys | null {
  const config = configNow()
  return config && { origin: config.logOrigin, log: config.logKey, receipts: config.receiptsKey }
}

interface NamedKeys {
  entry: KeysEntry
  text: string
}

/** The last `keys` entry that names the newest log key and is signed by one of these keys. */
function keysNamed(keys: readonly KnownKey[], texts: readonly string[]): Promise<NamedKeys | null> {
  const newest = keys[0] && hexOf(keys[0].publicKey)
  return withSignatures((crypto) => {
    for (const text of texts.toReversed()) {
      const entry = parseEntry(text)
      if (entry?.kind !== 'keys' || entry.log !== newest) continue
      const isSigned = keys.some((key) => {
        const before = { ...entry, origin: key.name, log: hexOf(key.publicKey) }
        return followsKeys(before, entry, crypto)
      })
      if (isSigned) return { entry, text }
    }
    return null
  })
}

/** Keeps the entries between the first that this device knows and the newest: one may have come and gone since its last visit. */
async function keepMissed(
  newest: KeysEntry,
  texts: readonly string[],
  keys: readonly KnownKey[],
): Promise<void> {
  const kept = await keysOf(newest.origin)
  const first = kept[0]?.seq ?? newest.seq
  for (const text of texts) {
    const entry = parseEntry(text)
    if (entry?.kind !== 'keys' || entry.seq <= first || kept.some(({ seq }) => seq === entry.seq)) continue
    await isInLog({ entry, text }, keys)
  }
}

/** Whether the entry is not only signed, but also in its place in the watched log. Keeps it then. */
async function isInLog({ entry, text }: NamedKeys, keys: readonly KnownKey[]): Promise<boolean> {
  const shown = await logHouse.stretchAfter(entry.seq - 1)
  if (typeof shown?.checkpoint !== 'string' || shown.bodies[0] !== text) return false
  const opened = await openHead(shown.checkpoint, keys)
  const isShown =
    opened !== null &&
    (await withSignatures((crypto) => readSegment(shown, opened.head, crypto)[0]?.seq === entry.seq))
  if (!isShown || (await startWatch().compare(shown.checkpoint)) !== 'agrees') return false
  const { from, bodies, left, right, checkpoint } = shown
  const { origin, seq } = entry
  await keepKeys({ origin, seq, shown: { from, bodies, left, right, checkpoint }, keptAtMs: Date.now() })
  return true
}

function keptKeys(): HouseKeys | null {
  const value = keptJson(PLACE)
  if (!isRecord(value)) return null
  const { origin, log, receipts } = value
  const isWhole = typeof origin === 'string' && typeof log === 'string' && typeof receipts === 'string'
  return isWhole ? { origin, log, receipts } : null
}
