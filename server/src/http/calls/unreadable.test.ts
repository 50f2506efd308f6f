import { createServer } from 'node:http'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerUnreadable } from './unreadable.ts'

const server = createServer({ requestTimeout: 200, headersTimeout: 200, connectionsCheckingInterval: 50 })
server.on('request', (request) => request.resume())
server.on('clientError', answerUnreadable)
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'))
afterAll(() => {
  server.close()
})

const HEAD = 'POST /api/upload HTTP/1.1\r\nhost: localhost\r\n'

test.each([
  ['a body that stops halfway', `${HEAD}content-length: 100\r\n\r\nhalf`, 'busy'],
  ['headers that do not end', HEAD, 'busy'],
  ['headers beyond all measure', `${HEAD}x: ${'a'.repeat(100_000)}\r\n\r\n`, 'too_large'],
  ['what is no request', 'good day\r\n\r\n', 'bad_request'],
])('%s is told so in the shape of every answer', async (_what, sent, code) => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(sent)
  const answer = await text(socket)
  const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as { code: string; status: number }
  expect(body).toMatchObject({ code })
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${body.status} `))
})

test('a connection without a request is closed silently', async () => {
  expect(await text(connect((server.address() as AddressInfo).port, '127.0.0.1'))).toBe('')
})
