import fastify from 'fastify'
import { expect, test } from 'vitest'
import type { SiteOrigin } from '../calls/site.ts'
import { addHeaders, consolePolicy, pagePolicy } from './headers.ts'

const site = (secure: boolean): SiteOrigin => ({
  publicUrl: 'https://a.example',
  origins: ['https://a.example', 'http://b.example'],
  secure,
})

async function headersOf(secure: boolean) {
  const server = fastify()
  addHeaders(server, site(secure))
  server.get('/', () => 'x')
  const { headers } = await server.inject('/')
  await server.close()
  return headers
}

test('every answer forbids what it does not need, and a site over https is kept there', async () => {
  expect(await headersOf(true)).toMatchObject({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringMatching(/^accelerometer=\(\), camera=\(\),.* hid=\(\)$/) as string,
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
  })
  expect(await headersOf(false)).not.toHaveProperty('strict-transport-security')
})

test('pages run our own files alone, open sockets to our own addresses, and are framed where intended', () => {
  const sockets = "connect-src 'self' wss://a.example ws://b.example"
  const own = pagePolicy(site(true), { chatOrigin: null, isFramed: false }).split('; ')
  expect(own).toEqual(
    expect.arrayContaining([
      "script-src 'self'",
      "style-src 'self'",
      sockets,
      "frame-src 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]),
  )
  const chat = pagePolicy(site(true), { chatOrigin: 'https://chat.example', isFramed: true }).split('; ')
  expect(chat).toEqual(
    expect.arrayContaining(["frame-src 'self' https://chat.example", "frame-ancestors 'self'"]),
  )
  const ofConsole = consolePolicy(site(true)).split('; ')
  expect(ofConsole).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "script-src 'self'",
      sockets,
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]),
  )
  expect(ofConsole.filter((one) => one.startsWith('frame-src'))).toEqual([])
})
