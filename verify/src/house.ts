import { readBundle, bundlePath, TILE_WIDTH, tileWidth } from '@tickmark/core/log/tree/tiles'
import { linesIn } from '@tickmark/core/record/linesIn'
import { valueOf } from './published.ts'

/** The network of the command that reads a house. */
export interface Reach {
  fetch: typeof fetch
  /** Resolves after that many milliseconds. */
  wait(ms: number): Promise<void>
}

/** The public files of a house. Every call throws with a readable message when the house does not answer. */
export interface House {
  /** The value of a file or an answer in JSON. */
  json(path: string): Promise<unknown>
  /** A file as text; null when there is none (404). */
  text(path: string): Promise<string | null>
  lines(path: string): AsyncIterable<string>
  /** Texts of the log's entries from number `from`, counted from 0, up to the end of their bundle, in a log of `size`. */
  entries(from: number, size: number): Promise<string[]>
}

const PATIENCE_MS = 30 * 60_000
/** Most waits for one file when the house asks to retry later. */
const MOST_WAITS = 60

export function houseAt(url: string, reach: Reach): House {
  const answer = (path: string) => answerOf(new URL(path, url.endsWith('/') ? url : `${url}/`), reach)
  return {
    json: async (path) => valueOf(await (await answer(path)).text()),
    text: async (path) => {
      try {
        return await (await answer(path)).text()
      } catch (thrown) {
        if (thrown instanceof NoAnswer && thrown.status === 404) return null
        throw thrown
      }
    },
    async *lines(path) {
      yield* linesIn(((await answer(path)).body ?? []) as AsyncIterable<Uint8Array>)
    },
    async entries(from, size) {
      const n = Math.floor(from / TILE_WIDTH)
      const width = tileWidth(0, n, size)
      const file = await (await answer(`log/${bundlePath(n, width)}`)).arrayBuffer()
      const bodies = readBundle(new Uint8Array(file))
      if (bodies?.length !== width) throw new Error(`${url} gives no entries from ${n * TILE_WIDTH} on`)
      return bodies.slice(from - n * TILE_WIDTH)
    },
  }
}

class NoAnswer extends Error {
  readonly status: number
  constructor(url: string, status: number) {
    super(`${url} answers ${status}`)
    this.name = 'NoAnswer'
    this.status = status
  }
}

async function answerOf(url: URL, { fetch: get, wait }: Reach): Promise<Response> {
  for (let waits = 0; ; waits++) {
    const response = await get(url, { signal: AbortSignal.timeout(PATIENCE_MS), redirect: 'error' })
    if (response.ok) return response
    await response.body?.cancel()
    const isBusy = response.status === 429 || response.status === 503
    if (!isBusy || waits >= MOST_WAITS) throw new NoAnswer(url.href, response.status)
    const seconds = Number(response.headers.get('retry-after') ?? '1')
    await wait(1000 * Math.min(Math.max(Number.isFinite(seconds) ? seconds : 1, 1), 60))
  }
}
