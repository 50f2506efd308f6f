import { MOST_REQUEST } from '@tickmark/core/log/addCheckpoint'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { Cosigner } from './cosigner.ts'
import type { Say } from './say.ts'
import { answerTo, type Answer, type Folders } from './witness.ts'

interface Served {
  cosigner: Cosigner
  folders: Folders
  nowMs(): number
  say: Say
}

const PATIENCE_MS = 10_000

/**
 * Serves C2SP tlog-witness: `POST /add-checkpoint` for logs that want a cosignature, and `GET /<hash>/checkpoint` with the last
 * signed head for anyone.
 */
export function witnessServer(served: Served): Server {
  const server = createServer((request, response) => {
    answer(served, request)
      .catch((thrown: unknown): Answer => {
        served.say(`a request failed: ${String(thrown)}`)
        return { status: 500, type: 'text/plain; charset=utf-8', body: 'failed\n' }
      })
      .then(({ status, type, body }) => {
        response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
      })
      .catch(() => response.destroy())
  })
  server.requestTimeout = PATIENCE_MS
  server.headersTimeout = PATIENCE_MS
  return server
}

async function answer(served: Served, request: IncomingMessage): Promise<Answer> {
  const { method, url = '' } = request
  if (method === 'POST' && url === '/add-checkpoint') {
    const body = await bodyOf(request)
    const {
      answer: given,
      verdict,
      origin,
    } = await answerTo(body, served.folders, served.cosigner, () => served.nowMs())
    if (verdict?.status === 422) {
      served.say(
        `ALARM: ${origin} asked to sign what does not hold: ${verdict.problem}${verdict.evidence ? `, see ${verdict.evidence}` : ''}`,
      )
    }
    return given
  }
  const hash = method === 'GET' ? /^\/([0-9a-f]{64})\/checkpoint$/.exec(url)?.[1] : undefined
  const cosigned = hash === undefined ? null : (served.folders.byHash(hash)?.read().log?.cosigned ?? null)
  if (cosigned === null) return { status: 404, type: 'text/plain; charset=utf-8', body: 'not found\n' }
  return { status: 200, type: 'text/plain; charset=utf-8', body: cosigned }
}

/** Reads at most the allowed size plus one byte, which marks the body as too long. */
async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    if (size <= MOST_REQUEST) parts.push(part)
    size += part.length
  }
  return Buffer.concat(parts).toString('utf8')
}
