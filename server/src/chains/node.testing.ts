import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { RpcRefusal } from './node/rpc.ts'

/** A node whose answers a test sets. */
export interface NodeDouble {
  url: string
  /** Number of calls in each request so far. */
  requests: number[]
  close(): void
}

interface Call {
  id: number
  method: string
  params: unknown[]
}

/**
 * `answer` runs for each call. A refusal that it throws is returned; a call that it never answers hangs. The answers to many calls
 * come in another order, as they may.
 */
export async function nodeDouble(
  answer: (method: string, params: unknown[]) => unknown,
): Promise<NodeDouble> {
  const requests: number[] = []
  const server = createServer((request, response) => {
    void reply(request).then((text) => response.end(text))
  })
  async function reply(request: IncomingMessage): Promise<string> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = JSON.parse(Buffer.concat(parts).toString()) as Call | Call[]
    requests.push(Array.isArray(body) ? body.length : 1)
    if (!Array.isArray(body)) return JSON.stringify(await say(body))
    return JSON.stringify((await Promise.all(body.map(say))).toReversed())
  }
  async function say({ id, method, params }: Call) {
    try {
      return { jsonrpc: '2.0', id, result: await answer(method, params) }
    } catch (thrown) {
      if (!(thrown instanceof RpcRefusal)) throw thrown
      return { jsonrpc: '2.0', id, error: { code: thrown.code, message: thrown.message } }
    }
  }
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, close }
}
