import { parseCheckpoint, type Checkpoint } from '@tickmark/core/log/checkpoint'
import type { KeysEntry, LogEntry } from '@tickmark/core/log/log'
import { splitNote } from '@tickmark/core/log/note'
import { isSame } from '@tickmark/core/log/tree/tree'
import type { Reader } from '../../db/pool.ts'
import { readNewest } from '../store.ts'
import { entryOfRow } from '../ticks.ts'
import { readRoot } from './nodes.ts'
import { isCheckpointOf } from './signing.ts'
import { readLastCheckpoint, type CheckpointRow } from './treeStore.ts'

const REMEDY =
  'To go on would show two histories. Restore the database with every entry it ever had. If they are lost for good, start a new log under another name: an empty database and a new DATA_DIR'

/** The database's log differs from the one that was signed or published. */
export class OtherHistory extends Error {
  constructor(what: string) {
    super(`${what}. ${REMEDY}.`)
    this.name = 'OtherHistory'
  }
}

/** The newest published checkpoint, and its file. Read before the log, so it is no newer than the log. */
export interface KeptNote {
  note: string
  path: string
}

/**
 * The last checkpoint of a log with `size` entries. Throws `OtherHistory` when the entries do not lead to it, or when the newest
 * published head, stored in `last-note`, does not belong to this log.
 */
export async function checkHistory(
  reader: Reader,
  size: number,
  published: KeptNote | null,
): Promise<CheckpointRow | null> {
  const last = await readLastCheckpoint(reader)
  if (last) {
    const keys = await keysAt(reader, last.size)
    if (!keys || !isCheckpointOf(last, await readRoot(reader, last.size), keys)) {
      throw new OtherHistory(
        `the entries of the price log do not lead to its last signed checkpoint, of ${last.size} entries`,
      )
    }
  }
  if (published) await checkPublished(reader, size, readNote(published), published.path)
  return last
}

/** The `keys` entry in force at a size; null before the first. */
export async function keysAt(reader: Reader, size: number): Promise<KeysEntry | null> {
  return newestAt(reader, 'keys', size)
}

/** The newest entry of a kind at a size; null before the first. */
export async function newestAt<Kind extends 'keys' | 'model'>(
  reader: Reader,
  kind: Kind,
  size: number,
): Promise<Extract<LogEntry, { kind: Kind }> | null> {
  const row = await readNewest(reader, kind, size)
  const entry = row && entryOfRow(row)
  return entry?.kind === kind ? (entry as Extract<LogEntry, { kind: Kind }>) : null
}

function readNote({ note, path }: KeptNote): Checkpoint {
  const head = parseCheckpoint(splitNote(note)?.text ?? '')
  if (head) return head
  throw new OtherHistory(`${path} should hold the newest published checkpoint of the price log, and does not`)
}

async function checkPublished(
  reader: Reader,
  size: number,
  published: Checkpoint,
  path: string,
): Promise<void> {
  const keys = await keysAt(reader, size)
  // A log with another name is another log.
  if (keys && keys.origin !== published.origin) return
  if (published.size > size) {
    throw new OtherHistory(
      `the database's price log ends with entry ${size}, but entry ${published.size} was already published (${path})`,
    )
  }
  if (!isSame(await readRoot(reader, published.size), published.root)) {
    throw new OtherHistory(
      `the database's price log is not the one that was published up to entry ${published.size} (${path})`,
    )
  }
}
