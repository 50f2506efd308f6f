import type { Crypto } from '../crypto.ts'
import { isCount, isHash } from '../fields.ts'
import { checkpointKey, openCheckpoint } from '../log/checkpoint.ts'
import { parseEntry, type KeysEntry } from '../log/log.ts'
import { readSegment } from '../receipts/receiptLog.ts'
import { isNote } from '../receipts/receiptShape.ts'
import type { Segment } from '../receipts/receipts.ts'
import { list, matches, shape, type Check } from '../shape.ts'
import { publishedKeys, type PublishedKeys } from './publishedKeys.ts'

/** A stretch of the log that begins with a `keys` entry, under a signed head. */
export interface ShownKeys extends Segment {
  checkpoint: string
}

const isPath = list(isHash)
const SEGMENT: Record<keyof Segment, Check> = {
  from: isCount,
  bodies: list((value) => matches(value, /^[\x20-\x7e]{1,65535}$/)),
  left: isPath,
  right: isPath,
}

/** Whether a value is a stretch of the log, as `readSegment` takes it. */
export const isSegment = shape(SEGMENT)

/** Whether a value is such a stretch with the note of a head. */
export const isShownKeys = shape({ ...SEGMENT, checkpoint: isNote })

/** The keys that one log had one after another, and the signed note under which the last of them are shown. */
interface KeysInLog extends PublishedKeys {
  note: string
}

/**
 * The keys that a log's `keys` entries show, given in the log's order: each entry is signed by the log key before it, and lies in the
 * tree of a head that its own or a later log key of the list signed. So the holder of the last keys held the earlier ones. Null
 * unless all of that is so. Two entries may leave out others between them.
 */
export function keysInLog(shown: readonly ShownKeys[], crypto: Crypto): KeysInLog | null {
  const named = shown.map(namedIn)
  const entries = shown.map((one, i) => entryUnder(one, named.slice(i), crypto))
  const [last, present] = [shown.at(-1), entries.at(-1)]
  if (!last || !present || entries.includes(null)) return null
  const texts = shown.flatMap(({ bodies }) => bodies.slice(0, 1))
  const { origin, log, receipts } = present
  const found = publishedKeys({ origin, log, receipts }, texts, crypto)
  return found.earlier.length === shown.length - 1 ? { ...found, note: last.checkpoint } : null
}

/** The `keys` entry that a stretch claims to begin with; null when it begins with anything else. */
function namedIn({ bodies: [body = ''] }: ShownKeys): KeysEntry | null {
  const entry = parseEntry(body)
  return entry?.kind === 'keys' ? entry : null
}

/** The first entry of a stretch if it lies in the tree of its head, and the log key of one of `keys` signed that head; else null. */
function entryUnder(shown: ShownKeys, keys: readonly (KeysEntry | null)[], crypto: Crypto): KeysEntry | null {
  for (const key of keys) {
    const head =
      key && openCheckpoint(shown.checkpoint, checkpointKey(key.origin, key.log, crypto.sha256), crypto)
    const [entry] = head ? readSegment(shown, head, crypto) : []
    if (entry?.kind === 'keys') return entry
  }
  return null
}
