import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { assert } from '@tickmark/core/assert'
import { hexOf } from '@tickmark/core/bytes'
import type { AcceptRequest, SignReply, SignRequest } from '@tickmark/wire/signer'
import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { DISK, type Disk } from './disk.ts'

/** An event, in the order of the answers. Times in milliseconds since 1970. */
export type Entry =
  | { kind: 'accepted'; atMs: number; request: AcceptRequest }
  | { kind: 'revoked'; atMs: number; intentNonce: string }
  | { kind: 'signed'; atMs: number; chain: number; request: SignRequest; reply: SignReply }

export interface Journal {
  /** The entry is on disk when this returns; when it throws, nothing was written. */
  append(entry: Entry): void
  close(): void
}

/** The journal was not written by this signer, or was changed. */
export class JournalProblem extends Error {}

/**
 * Opens the journal and passes on every stored entry. Each line carries an HMAC-SHA-256 under `key` over itself and the
 * line before, so that no line can be changed, moved or removed. An unfinished last line was never answered and is cut
 * off.
 */
export function openJournal(
  file: string,
  key: Uint8Array,
  take: (entry: Entry) => void,
  disk: Disk = DISK,
): Journal {
  const isNew = !existsSync(file)
  const handle = openSync(file, 'a+', 0o600)
  if (isNew) disk.flushFolder(dirname(file))
  const bytes = readFileSync(file)
  let size = bytes.lastIndexOf(0x0a) + 1
  let last = readLines(bytes.subarray(0, size), key, file, take)
  if (size < bytes.length) ftruncateSync(handle, size)
  let isWhole = true
  return {
    append(entry) {
      assert(isWhole, 'what a failed write left in the journal was taken out')
      const body = JSON.stringify(entry)
      const code = codeOf(key, last, body)
      const line = Buffer.from(`${code} ${body}\n`)
      try {
        if (writeSync(handle, line) !== line.length) throw new Error('the disk took a part of a line')
        disk.flush(handle)
      } catch (thrown) {
        isWhole = false
        ftruncateSync(handle, size)
        isWhole = true
        throw thrown
      }
      size += line.length
      last = code
    },
    close: () => closeSync(handle),
  }
}

/** Passes on every entry and returns the last line's code; '' when there is none. */
function readLines(bytes: Buffer, key: Uint8Array, file: string, take: (entry: Entry) => void): string {
  let last = ''
  // Line by line: the whole file may exceed the maximum string length.
  for (let at = 0, count = 1; at < bytes.length; count++) {
    const end = bytes.indexOf(0x0a, at)
    const line = bytes.toString('utf8', at, end)
    const [code, body] = [line.slice(0, 64), line.slice(65)]
    if (line[64] !== ' ' || code !== codeOf(key, last, body))
      throw new JournalProblem(`${file}: line ${count} is not what this signer wrote there`)
    take(JSON.parse(body) as Entry)
    last = code
    at = end + 1
  }
  return last
}

function codeOf(key: Uint8Array, before: string, body: string): string {
  return hexOf(hmac(sha256, key, Buffer.from(`${before} ${body}`)))
}
