import { assert } from '@tickmark/core/assert'
import {
  bundlePath,
  foldedRow,
  readBundle,
  readTile,
  TILE_WIDTH,
  tileOf,
  tilePath,
  tileWidth,
} from '@tickmark/core/log/tree/tiles'
import type { NodeHashes, Place } from '@tickmark/core/log/tree/tree'
import { linesIn } from '@tickmark/core/record/linesIn'
import { nodeCrypto } from './nodeCrypto.ts'

/** The files of a house's log (C2SP tlog-tiles). Every call throws `Unavailable` when the house does not answer. */
export interface HouseFiles {
  url: string
  checkpoint(): Promise<string>
  /** Entries from index `from`, counted from 0, up to `to` at most: those in one file. */
  entries(from: number, to: number): Promise<string[]>
  /** The unverified lines of a day's record. */
  record(day: string): AsyncIterable<string>
  /** Unverified hashes of these subtrees of the log of `size` entries. */
  nodes(size: number, places: readonly Place[]): Promise<NodeHashes>
}

/** The house does not answer, or its answer is unreadable; a later try may succeed. */
export class Unavailable extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'Unavailable'
  }
}

export interface Reach {
  fetch: typeof fetch
  /** Resolves after that many milliseconds. */
  wait(ms: number): Promise<void>
}

const PATIENCE_MS = 20_000
/** Most waits for one file when the house asks to retry later. */
const MOST_WAITS = 20
const MOST_CHECKPOINT = 64 * 1024
const MOST_BUNDLE = TILE_WIDTH * (2 + 65_535)

/** The log of a house at an address such as `https://tickmark.example`. */
export function houseFiles(url: string, reach: Reach): HouseFiles {
  const read = (path: string, most: number) => bytesAt(new URL(`log/${path}`, `${url}/`), most, reach)
  return {
    url,
    async checkpoint() {
      return new TextDecoder().decode(await read('checkpoint', MOST_CHECKPOINT))
    },
    async entries(from, to) {
      const n = Math.floor(from / TILE_WIDTH)
      const width = tileWidth(0, n, to)
      const bodies = readBundle(await read(bundlePath(n, width), MOST_BUNDLE))
      if (bodies?.length !== width) throw new Unavailable(`${url} gives no entries from ${n * TILE_WIDTH} on`)
      return bodies.slice(from - n * TILE_WIDTH)
    },
    record: (day) => linesAt(new URL(`log/record/${day}`, `${url}/`), reach),
    async nodes(size, places) {
      const tiles = new Map<string, Uint8Array[]>()
      for (const place of places) {
        const { level, n } = tileOf(place)
        if (tiles.has(`${level}/${n}`)) continue
        const width = tileWidth(level, n, size)
        const hashes = readTile(await read(tilePath({ level, n, width }), width * 32), width)
        if (!hashes) throw new Unavailable(`${url} gives no tile ${n} of level ${level}`)
        tiles.set(`${level}/${n}`, hashes)
      }
      return (level, index) => {
        const at = tileOf({ level, index })
        const row = tiles.get(`${at.level}/${at.n}`)?.slice(at.first, at.first + at.count)
        assert(row?.length === at.count, 'only subtrees that were asked for are needed')
        return foldedRow(row, nodeCrypto.sha256)
      }
    },
  }
}

async function bytesAt(url: URL, most: number, reach: Reach): Promise<Uint8Array> {
  return bodyOf(await answerAt(url, PATIENCE_MS, reach), url, most)
}

/** Timeout of a day's record, which is far larger than any other file and so is streamed line by line. */
const LINES_PATIENCE_MS = 30 * 60_000

async function* linesAt(url: URL, reach: Reach): AsyncGenerator<string> {
  const response = await answerAt(url, LINES_PATIENCE_MS, reach)
  try {
    yield* linesIn((response.body ?? []) as AsyncIterable<Uint8Array>)
  } catch (thrown) {
    throw new Unavailable(`${url.href} broke off: ${reasonOf(thrown)}`)
  }
}

async function answerAt(url: URL, patienceMs: number, reach: Reach): Promise<Response> {
  for (let waits = 0; ; waits++) {
    const response = await reach
      .fetch(url, { signal: AbortSignal.timeout(patienceMs), redirect: 'error' })
      .catch((thrown: unknown) => {
        throw new Unavailable(`${url.href} cannot be reached: ${reasonOf(thrown)}`)
      })
    if (response.ok) return response
    await response.body?.cancel()
    const seconds = Number(response.headers.get('retry-after') ?? '1')
    const isBusy = response.status === 429 || response.status === 503
    if (!isBusy || waits >= MOST_WAITS) throw new Unavailable(`${url.href} answers ${response.status}`)
    await reach.wait(1000 * Math.min(Math.max(Number.isFinite(seconds) ? seconds : 1, 1), 60))
  }
}

async function bodyOf(response: Response, url: URL, most: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      size += part.length
      if (size > most) break
      parts.push(part)
    }
  } catch (thrown) {
    throw new Unavailable(`${url.href} broke off: ${reasonOf(thrown)}`)
  }
  if (size > most) throw new Unavailable(`${url.href} is longer than it may be`)
  return Buffer.concat(parts)
}

function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown)
  return thrown.cause instanceof Error ? thrown.cause.message : thrown.message
}
