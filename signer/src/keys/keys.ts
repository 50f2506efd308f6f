import { bytesOfHex } from '@tickmark/core/bytes'
import { randomBytes } from 'node:crypto'
import { chmodSync, closeSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { DISK, type Disk } from '../disk.ts'

/**
 * The seed of all keys (BIP-32), 32 bytes; generated at the first start and on disk before any address is published.
 * Only the file's owner may read it. Throws when it is missing later: new keys would not open the old addresses. The
 * server's key file has separate code, which neither flushes to disk nor binds to a journal.
 */
export function loadSeed(file: string, isFirstStart: boolean, disk: Disk = DISK): Uint8Array {
  const kept = readSeed(file)
  if (kept) return kept
  if (!isFirstStart) throw new Error(`${file} is missing, and a journal was written with it`)
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  writeDurably(draft, `${JSON.stringify({ seed: randomBytes(32).toString('hex') })}\n`, disk)
  try {
    linkSync(draft, file) // fails when another process was first; readers never see a half-written file
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown
  } finally {
    rmSync(draft, { force: true })
  }
  disk.flushFolder(dirname(file))
  const made = readSeed(file)
  if (!made) throw new Error(`${file} went away while it was made`)
  return made
}

function writeDurably(file: string, text: string, disk: Disk): void {
  const handle = openSync(file, 'wx', 0o600)
  writeSync(handle, text)
  disk.flush(handle)
  closeSync(handle)
}

function readSeed(file: string): Uint8Array | null {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw thrown
  }
  chmodSync(file, 0o600)
  const seed = bytesOfHex(/^\{"seed":"([0-9a-f]{64})"\}\n$/.exec(text)?.[1] ?? '')
  if (seed?.length !== 32) throw new Error(`${file} does not hold a seed of 64 hexadecimal digits`)
  return seed
}
