import { randomBytes } from 'node:crypto'
import {
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DISK, type Disk } from './disk.ts'

/**
 * A text on disk with compare-and-swap: it is replaced only as a whole, and only by a writer that has read the newest version.
 */
export interface Generations {
  /** The newest text and its number; 0 and null before the first. */
  read(): { number: number; text: string | null }
  /**
   * Writes a text after number `after`; it is on disk when this returns. False, with nothing changed, when a newer one exists,
   * even from another process.
   */
  replace(after: number, text: string): boolean
}

/** Keeps texts in a folder, created if needed, as files `head.1`, `head.2` …; only the highest counts. */
export function generationsIn(folder: string, disk: Disk = DISK): Generations {
  makeFolder(folder, disk)
  const fileOf = (number: number) => join(folder, `head.${number}`)
  const numbers = () =>
    readdirSync(folder)
      .flatMap((name) => /^head\.([1-9]\d{0,14})$/.exec(name)?.[1] ?? [])
      .map(Number)
      .toSorted((a, b) => a - b)
  return {
    read() {
      for (;;) {
        const number = numbers().at(-1) ?? 0
        if (number === 0) return { number, text: null }
        const text = textOf(fileOf(number))
        // Another process has replaced it with a newer one.
        if (text !== null) return { number, text }
      }
    },
    replace(after, text) {
      const own = after + 1
      if (!linked(folder, fileOf(own), text, disk)) return false
      // Others may have created and removed this number since we read, and now have a higher one.
      if (numbers().at(-1) !== own) {
        rmSync(fileOf(own), { force: true })
        return false
      }
      disk.flushFolder(folder)
      for (const older of numbers().filter((number) => number < own)) rmSync(fileOf(older), { force: true })
      return true
    },
  }
}

/** Makes a folder and those above it, with names that survive a power cut: without them a witness would forget the log. */
function makeFolder(folder: string, disk: Disk): void {
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = folder; ; made = dirname(made)) {
    disk.flushFolder(dirname(made))
    if (made === first || made === dirname(made)) return
  }
}

/** Creates a file atomically, flushed to disk; false when it exists. */
function linked(folder: string, file: string, text: string, disk: Disk): boolean {
  const draft = join(folder, `draft.${randomBytes(6).toString('hex')}`)
  const handle = openSync(draft, 'wx', 0o600)
  try {
    writeFileSync(handle, text)
    disk.flush(handle)
    linkSync(draft, file)
    return true
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw thrown
  } finally {
    closeSync(handle)
    rmSync(draft, { force: true })
  }
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw thrown
  }
}
