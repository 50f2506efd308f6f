import { acceptRequest, revokeRequest, signRequest } from '@tickmark/wire/signer'
import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import * as z from 'zod/mini'
import type { Signer } from './signer.ts'

const MOST_BYTES = 64 * 1_024
const PATIENCE_MS = 10_000

/** Writes one line for the operator; never a secret or a signature. */
export type Say = (message: string, facts: Record<string, string | number>) => void

interface Answer {
  status: number
  body: unknown
}

/** The signer's API: JSON over HTTP, for callers with the token. A refusal is 409, an unreadable request 400. */
export function signerServer(signer: Signer, token: string, say: Say): Server {
  const expected = digestOf(`Bearer ${token}`)
  const server = createServer((request, response) => {
    const isOurs = timingSafeEqual(digestOf(request.headers.authorization ?? ''), expected)
    if (!isOurs) return reply(response, { status: 401, body: { error: 'token' } })
    answer(signer, request)
      .catch((thrown: unknown): Answer => {
        say('a request failed', { path: request.url ?? '', reason: String(thrown) })
        return { status: 503, body: { error: 'unavailable' } }
      })
      .then((given) => {
        if (request.method === 'POST')
          say('answered', { path: request.url ?? '', status: given.status, ...factsOf(given) })
        reply(response, given)
      })
      .catch(() => response.destroy())
  })
  server.requestTimeout = PATIENCE_MS
  server.headersTimeout = PATIENCE_MS
  return server
}

async function answer(signer: Signer, request: IncomingMessage): Promise<Answer> {
  const { method, url } = request
  if (method === 'GET' && url === '/public') return { status: 200, body: signer.tell() }
  if (method !== 'POST') return { status: 404, body: { error: 'unknown' } }
  const body = await readBody(request)
  if (body === TOO_LONG) return { status: 413, body: { error: 'too_long' } }
  switch (url) {
    case '/accept':
      return handle(acceptRequest, body, (asked) => signer.accept(asked))
    case '/sign':
      return handle(signRequest, body, (asked) => signer.sign(asked))
    case '/revoke':
      return handle(revokeRequest, body, (asked) => signer.revoke(asked.intentNonce))
    default:
      return { status: 404, body: { error: 'unknown' } }
  }
}

/** Parses the body by its schema and calls the signer; a string as the answer is a refusal. */
async function handle<Schema extends z.ZodMiniType>(
  schema: Schema,
  body: unknown,
  ask: (asked: z.infer<Schema>) => unknown,
): Promise<Answer> {
  const read = z.safeParse(schema, body)
  if (!read.success) return { status: 400, body: { error: 'malformed' } }
  const given = await ask(read.data)
  return typeof given === 'string' ? { status: 409, body: { refused: given } } : { status: 200, body: given }
}

const TOO_LONG = Symbol('too long')

/** The body as JSON; undefined when it is invalid. */
async function readBody(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size <= MOST_BYTES) parts.push(part)
  }
  if (size > MOST_BYTES) return TOO_LONG
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8')) as unknown
  } catch {
    return undefined
  }
}

function reply(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(body))
}

/** The facts of an answer to log: a refusal, or the transaction's id. */
function factsOf({ body }: Answer): Record<string, string> {
  const read = z.safeParse(z.object({ refused: z.optional(z.string()), txid: z.optional(z.string()) }), body)
  const facts = read.success ? read.data : {}
  return { ...(facts.refused && { refused: facts.refused }), ...(facts.txid && { txid: facts.txid }) }
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
