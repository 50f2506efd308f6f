import { DEFAULT_LANGUAGE } from '@tickmark/texts/languages'
import { CONSISTENCY_PATH, WITNESSED_PATH } from '@tickmark/wire/logFiles'
import { bundleOf, parseTilePath, tileWidth, TILE_WIDTH } from '@tickmark/core/log/tree/tiles'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { networkOf } from '../../http/calls/cookies.ts'
import { type ApiContext, refuse } from '../../http/calls/mount.ts'
import { Refused, tooMany } from '../../http/calls/refused.ts'
import type { Market } from '../market.ts'
import { readEntries } from '../store.ts'
import { tileBytes } from './nodes.ts'
import { consistencyOf } from './proof.ts'
import { readWitnessed } from './treeStore.ts'

export interface LogServer {
  db: Db
  market: Pick<Market, 'head' | 'keys'>
  api: ApiContext
}

/** A public file. */
export interface FileAnswer {
  type: string
  /** Seconds; null for files that never change. */
  maxAge: number | null
  body: string | Buffer | Readable
}

/** Serves a file under a path, readable by pages of every site, with the log's own rate limit. */
export type OpenFile = (
  path: string,
  answer: (request: FastifyRequest) => Promise<FileAnswer> | FileAnswer,
) => void

/**
 * Serves the public log as files that any program for transparency logs can read (C2SP tlog-tiles), and consistency proofs for
 * the page. Only up to the newest published head.
 */
export function serveLog(server: FastifyInstance, log: LogServer): void {
  const open = publicFiles(server, log)
  open('/log/checkpoint', () => {
    const head = log.market.head()
    if (!head) throw new Refused('not_found')
    return { type: 'text/plain; charset=utf-8', maxAge: 1, body: head.note }
  })
  open(WITNESSED_PATH, async () => {
    const note = await readWitnessed(log.db)
    if (note === null) throw new Refused('not_found')
    return { type: 'text/plain; charset=utf-8', maxAge: 1, body: note }
  })
  open('/log/tile/*', (request) => tileAnswer(log, pathOf(request).slice('/log/'.length)))
  open(CONSISTENCY_PATH, (request) => consistencyAnswer(log, request.query as Record<string, unknown>))
}

/** Serves public files besides the log's own. */
export function publicFiles(server: FastifyInstance, log: Pick<LogServer, 'api' | 'market'>): OpenFile {
  return (path, answer) =>
    // No HEAD: it would read a whole file and send nothing.
    void server.get(path, { exposeHeadRoute: false }, async (request, reply) => {
      reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' })
      try {
        checkReads(log.api, networkOf(request))
        send(log, request, reply, await answer(request))
      } catch (thrown) {
        refuse(log.api, reply, thrown, { language: DEFAULT_LANGUAGE, sealed: false })
      }
      return reply
    })
}

/** Logs of different sandboxes may share one address, so their tiles are cached for only a minute. */
function send(
  { api, market }: Pick<LogServer, 'api' | 'market'>,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: FileAnswer,
): void {
  const { type, maxAge, body } = answer
  if (maxAge !== null) {
    reply.header('cache-control', `public, max-age=${maxAge}`)
  } else {
    const tag = `"${market.keys().origin} ${pathOf(request)}"`
    const life = api.mode === 'live' ? 'max-age=31536000, immutable' : 'max-age=60'
    reply.headers({ 'cache-control': `public, ${life}`, etag: tag })
    if (request.headers['if-none-match'] === tag) {
      if (body instanceof Readable) body.destroy()
      return void reply.code(304).send()
    }
  }
  reply.type(type).send(body)
}

/** A tile or its entries; 404 unless the published log has all of it. */
async function tileAnswer({ db, market }: LogServer, path: string): Promise<FileAnswer> {
  const tile = parseTilePath(path)
  const size = market.head()?.size ?? 0
  if (!tile || tileWidth(tile.level, tile.n, size) < tile.width) throw new Refused('not_found')
  const { level, n, width } = tile
  const body = tile.isBundle ? await bundleBytes(db, n, width) : await tileBytes(db, level, n, width)
  if (!body) throw new Refused('not_found')
  return { type: 'application/octet-stream', maxAge: null, body: Buffer.from(body) }
}

async function bundleBytes(db: Db, n: number, width: number): Promise<Uint8Array> {
  const entries = await readEntries(db, n * TILE_WIDTH + 1, n * TILE_WIDTH + width)
  return bundleOf(entries.map((one) => one.body))
}

async function consistencyAnswer(
  { db, market }: LogServer,
  query: Record<string, unknown>,
): Promise<FileAnswer> {
  const size = market.head()?.size ?? 0
  const [from, to] = [sizeOf(query['from']), query['to'] === undefined ? size : sizeOf(query['to'])]
  if (from === null || to === null || from < 1 || from > to) throw new Refused('bad_request')
  if (to > size) throw new Refused('not_found')
  const proof = await consistencyOf(db, from, to)
  const body = JSON.stringify({ from, to, proof })
  return { type: 'application/json; charset=utf-8', maxAge: 1, body }
}

function sizeOf(text: unknown): number | null {
  return typeof text === 'string' && /^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : null
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? ''
}

/** The log's files have their own rate limit, so that following the log does not use up the limit of a page's calls. */
function checkReads(api: ApiContext, who: string): void {
  const waitMs = api.limiter.take('read', `log ${who}`, api.clock.nowMs())
  if (waitMs > 0) throw tooMany(waitMs)
}
