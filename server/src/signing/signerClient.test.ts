import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signerClient } from './signerClient.ts'

/** Answers each call as the test says. */
let answer: (response: ServerResponse) => void = () => {}
const asked: string[] = []
const sent: unknown[] = []
const server = createServer((request, response) => {
  asked.push(`${request.method} ${request.url} ${request.headers.authorization}`)
  void text(request).then((body) => {
    sent.push(body === '' ? null : JSON.parse(body))
    answer(response)
  })
})
beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)))
afterAll(() => server.close().closeAllConnections())

const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const client = () => signerClient({ reach: () => ({ url: url(), token: 'secret' }), patienceMs: 1_000 })
const says = (status: number, body: unknown) => {
  answer = (response) => void response.writeHead(status).end(JSON.stringify(body))
}

test('an answer counts only with the status of success', async () => {
  says(200, { revoked: true })
  expect(await client().revoke('7')).toBe(true)
  expect(asked.at(-1)).toBe('POST /revoke Bearer secret')
  for (const status of [400, 401, 500]) {
    says(status, { revoked: true })
    await expect(client().revoke('7'), String(status)).rejects.toThrow(`answered /revoke with ${status}`)
  }
})

test('a refusal is told with its code, and one of no known code is an error', async () => {
  says(409, { refused: 'intent_unknown' })
  await expect(client().revoke('7')).rejects.toThrow('refused to revoke: intent_unknown')
  says(409, { refused: 'of another version' })
  await expect(client().revoke('7')).rejects.toThrow('refused')
})

test('an answer of another shape, one that never comes, and a signer that is not running are errors', async () => {
  says(200, { revoked: 'perhaps' })
  await expect(client().revoke('7')).rejects.toThrow()
  answer = () => {}
  await expect(client().revoke('7')).rejects.toThrow(/timeout/)
  await expect(signerClient({ reach: () => null }).revoke('7')).rejects.toThrow('is not running')
})

test('an order to sign says its highest fee and its tip, and so does what was signed, perhaps earlier', async () => {
  const order = { intentNonce: '7', chainNonce: 3, gasLimit: 21_000 }
  const signed = { raw: '0x02', txid: `0x${'ab'.repeat(32)}` }
  says(200, { ...signed, maxFeePerGas: '50', maxPriorityFeePerGas: '2' })
  expect(await client().sign({ ...order, maxFeePerGas: 90n, maxPriorityFeePerGas: 4n })).toEqual({
    ok: true,
    value: { ...signed, maxFee: 50n, tip: 2n },
  })
  expect(sent.at(-1)).toEqual({ ...order, maxFeePerGas: '90', maxPriorityFeePerGas: '4' })
  says(409, { refused: 'intent_unknown' })
  expect(await client().sign({ ...order, maxFeePerGas: 90n, maxPriorityFeePerGas: 4n })).toEqual({
    ok: false,
    refusal: { code: 'intent_unknown' },
  })
})
