import type { Crypto } from '../crypto.ts'
import type { HouseKeys } from '../receipts/receipts.ts'
import { parseCheckpoint } from '../log/checkpoint.ts'
import { followsKeys, parseEntry } from '../log/log.ts'
import { splitNote } from '../log/note.ts'

/** The keys that a house has published, and the earlier keys that its log replaced by them: what these signed still counts. */
export interface PublishedKeys {
  present: HouseKeys
  /** Each of them with the largest size of a head that it may have signed. */
  earlier: readonly { keys: HouseKeys; until: number }[]
}

/**
 * The present keys, and the earlier ones that `keys` entries show, as far back as each entry is signed by the key before. `texts` are
 * in the log's order, and published with the present keys: an entry that names them proves nothing by itself, as anybody can sign one.
 */
export function publishedKeys(present: HouseKeys, texts: readonly string[], crypto: Crypto): PublishedKeys {
  const entries = texts.map(parseEntry).filter((one) => one?.kind === 'keys')
  let next = entries.pop()
  const earlier: { keys: HouseKeys; until: number }[] = []
  const isNamed =
    next?.origin === present.origin && next.log === present.log && next.receipts === present.receipts
  for (let one = isNamed ? entries.pop() : undefined; next && one; one = entries.pop()) {
    if (one.seq >= next.seq || !followsKeys(one, next, crypto)) break
    earlier.push({ keys: { origin: one.origin, log: one.log, receipts: one.receipts }, until: next.seq - 1 })
    next = one
  }
  return { present, earlier }
}

const sizeOf = (note: string) => parseCheckpoint(splitNote(note)?.text ?? '')?.size ?? Infinity

/** Whether the receipts key that a file names was the log's at the head that it shows, whatever the log's own key was. */
export function isReceiptsKeyOf(
  { present, earlier }: PublishedKeys,
  named: HouseKeys,
  note: string,
): boolean {
  const is = ({ origin, receipts }: HouseKeys) => origin === named.origin && receipts === named.receipts
  return is(present) || earlier.some(({ keys, until }) => sizeOf(note) <= until && is(keys))
}

/**
 * The published keys by which to judge a file: those that the file names, if they were the house's at the head in its signed
 * note; otherwise the present ones. Does not check whether they signed the note.
 */
export function publishedAt({ present, earlier }: PublishedKeys, named: HouseKeys, note: string): HouseKeys {
  const size = sizeOf(note)
  const is = ({ origin, log, receipts }: HouseKeys) =>
    origin === named.origin && log === named.log && receipts === named.receipts
  return earlier.find(({ keys, until }) => size <= until && is(keys))?.keys ?? present
}
