import { closeSync, fsyncSync, openSync } from 'node:fs'

/** What makes a file, or the names in a folder, survive a power cut. Both return when the disk has it. */
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
