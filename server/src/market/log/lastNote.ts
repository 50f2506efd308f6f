import { readFileSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { coalesced } from '../../platform/coalesce.ts'
import { type Log, messageOf } from '../../platform/log.ts'

/**
 * The newest published checkpoint in a file outside the database. It reveals a database that lost published entries, such as one
 * restored from a backup.
 */
export interface LastNote {
  path: string
  /** Null without a file. */
  read(): string | null
  /** Writes in the background; the newest note wins. */
  keep(note: string): void
  /** Resolves when the newest note is written. */
  idle(): Promise<void>
}

let writers = 0

export function lastNoteIn(dataDir: string, log: Log): LastNote {
  const path = join(dataDir, 'last-note')
  // Each writer of a folder has its own temporary file; a crash may leave it behind.
  const part = `${path}.${process.pid}-${(writers += 1)}`
  let newest = ''
  const writing = coalesced(
    async () => {
      try {
        await writeWhole(path, part, newest)
      } catch (thrown) {
        log.error('the newest checkpoint could not be kept outside the database', {
          reason: messageOf(thrown),
        })
      }
    },
    () => false,
  )
  return {
    path,
    read: () => readOrNull(path),
    keep(note) {
      newest = note
      writing.wake()
    },
    idle: writing.ended,
  }
}

/** Atomic: a reader finds the old text or the new one, even after a crash or with several writers. */
async function writeWhole(path: string, part: string, text: string): Promise<void> {
  const draft = await open(part, 'w', 0o600)
  try {
    await draft.writeFile(text)
    await draft.datasync()
  } finally {
    await draft.close()
  }
  await rename(part, path)
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw thrown
  }
}
