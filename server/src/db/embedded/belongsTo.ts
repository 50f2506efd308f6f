import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a database folder outside its DATA_DIR notes about it. */
export interface Owner {
  /** The path of DATA_DIR. */
  path: string
  /** Its device and inode as text, which a rename keeps; empty in older notes. */
  identity: string
}

/** Notes in a database folder which DATA_DIR it belongs to. */
export function writeOwner(folder: string, path: string): void {
  writeFileSync(noteIn(folder), `${path}\n${identityOf(path)}\n`, { mode: 0o600 })
}

/** Null without a note. */
export function readOwner(folder: string): Owner | null {
  try {
    const [path = '', identity = ''] = readFileSync(noteIn(folder), 'utf8').split('\n')
    return { path, identity }
  } catch {
    return null
  }
}

/** Device and inode of a folder; empty when there is none. */
export function identityOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  return found ? `${found.dev} ${found.ino}` : ''
}

/** The folder that a DATA_DIR's pointer names; null without a pointer. */
export function pointedFrom(path: string): string | null {
  try {
    return readFileSync(join(path, 'postgres.at'), 'utf8').trim()
  } catch {
    return null
  }
}

function noteIn(folder: string): string {
  return join(folder, 'belongs-to')
}
