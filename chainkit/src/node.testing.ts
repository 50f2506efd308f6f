import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** The return value with which an ERC-1271 contract accepts. */
export const YES = `0x1626ba7e${'0'.repeat(56)}`

/** Answers of a node by method: a result, or an error; `whole` replaces the body of every answer. */
export interface Answers {
  eth_chainId?: unknown
  eth_call?: unknown
  eth_getCode?: unknown
  whole?: unknown
}

export interface FakeNode {
  url: string
  answers: Answers
  /** Methods and their parameters, in order of arrival. */
  asked: [method: string, params: unknown][]
}

const open: Server[] = []

/** A node on this machine with answers set by the test. */
export async function openNode(answers: Answers): Promise<FakeNode> {
  const asked: FakeNode['asked'] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method, params } = JSON.parse(body) as { method: keyof Answers; params: unknown }
      asked.push([method, params])
      response.end(bodyOf(answers, method))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  open.push(server)
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, answers, asked }
}

export function closeNodes(): void {
  for (const server of open.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
}

function bodyOf(answers: Answers, method: keyof Answers): string {
  if (answers.whole !== undefined)
    return answers.whole === 'text' ? 'not JSON' : JSON.stringify(answers.whole)
  const answer = answers[method]
  const isError = typeof answer === 'object' && answer !== null
  return JSON.stringify({ jsonrpc: '2.0', id: 1, ...(isError ? answer : { result: answer }) })
}
