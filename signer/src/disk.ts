import { closeSync, fsyncSync, openSync } from 'node:fs'

/**
 * Makes a file, or the names in a folder, survive a power cut. Both calls return when the data is on disk. The witness has
 * the same file: the two programs share core alone, which knows no files.
 */
export interface Disk {
  flush(handle: number): void
  flushFolder(folder: string): void
}

export const DISK: Disk = {
  flush: fsyncSync,
  flushFolder(folder) {
    const handle = openSync(folder, 'r')
    try {
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
  },
}
