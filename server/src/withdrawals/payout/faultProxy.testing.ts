import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The fault of one request. `reset` cuts the connection, `silent` never answers; each before or after the request took
 * effect. An object is a false answer, and the request is not forwarded.
 */
export type Fault = { kind: 'reset' | 'silent'; when: 'before' | 'after' } | { kind: 'lie'; answer: unknown }

export interface FaultProxy {
  url: string
  /** Called for each request with its path and body; null lets it pass. */
  judge: (path: string, body: string) => Fault | null | Promise<Fault | null>
  close(): Promise<void>
}

/** A proxy between a client and an HTTP server that injects faults. */
export async function faultProxy(target: () => string): Promise<FaultProxy> {
  const server = createServer((request, response) => {
    void pass(request, response).catch(() => response.destroy())
  })
  const proxy: FaultProxy = {
    url: '',
    judge: () => null,
    close: () => {
      server.closeAllConnections()
      return new Promise((done) => server.close(() => done()))
    },
  }
  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts).toString()
    const path = request.url ?? '/'
    const fault = await proxy.judge(path, body)
    if (fault?.kind === 'lie') {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(fault.answer))
      return
    }
    if (fault?.when === 'before') return fail(fault.kind, response)
    const answer = await fetch(new URL(path, target()), {
      method: request.method ?? 'GET',
      headers: { authorization: request.headers.authorization ?? '', 'content-type': 'application/json' },
      ...(body !== '' && { body }),
    })
    const text = await answer.text()
    if (fault) return fail(fault.kind, response)
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
  }
  function fail(kind: 'reset' | 'silent', response: ServerResponse): void {
    if (kind === 'reset') response.destroy()
  }
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return proxy
}
