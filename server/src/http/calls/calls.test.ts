import { encodeInput, encodeReply } from '@tickmark/wire/legacy/codec'
import { envelopeOf } from './envelope.ts'
import { sealEnvelope, openEnvelope, type EnvelopeCipher } from '@tickmark/wire/legacy/envelope'
import type { AnyRoute } from '@tickmark/wire/call'
import { REFUSALS } from '@tickmark/wire/refusalCodes'
import { ROUTES } from '@tickmark/wire/routes/all'
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, newUser, type Send, setServer } from '../../app/app.testing.ts'

const server = setServer()
const url = () => server.url
let user: Caller
let envelope: ReturnType<typeof envelopeOf>

beforeAll(async () => {
  user = await newUser(url, 20)
  const config = (await (await fetch(`${server.url}/config.json`)).json()) as { envelopeKey: string }
  envelope = envelopeOf(Buffer.from(config.envelopeKey, 'hex'))
})

/** The page's cipher, here on Node's crypto module. */
function pageCipher(key: Uint8Array): EnvelopeCipher {
  const run = (make: typeof createCipheriv | typeof createDecipheriv) => (bytes: Uint8Array) => {
    const cipher = make('aes-256-ecb', key, null)
    return Buffer.concat([cipher.update(bytes), cipher.final()])
  }
  return { encrypt: run(createCipheriv), decrypt: run(createDecipheriv) }
}

describe('the envelope', () => {
  test('is the same text on both ends, for any length and script', () => {
    const key = randomBytes(32)
    const [ours, theirs] = [envelopeOf(key), pageCipher(key)]
    for (const text of [
      '',
      'a',
      'x'.repeat(4_000),
      'عربي 日本語 🙂',
      ...Array.from({ length: 48 }, (_, i) => 'é'.repeat(i)),
    ]) {
      const value = { text, list: [1, null] }
      const sealed = ours.seal(JSON.stringify(value))
      expect(sealed).toBe(sealEnvelope(value, theirs))
      expect(openEnvelope(sealed, theirs)?.value).toEqual(value)
      expect(ours.open(sealed)?.value).toEqual(value)
    }
  })

  test('[API-02] wraps a query as params, and the answer', async () => {
    const params = envelope.seal(JSON.stringify(encodeInput('modify_user', { language: 'english', book: 1 })))
    const reply = await user.get('/api/modify_user', { query: { params } })
    expect(reply.headers.get('x-envelope')).toBe('1')
    expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(envelope.open(reply.text)?.value).toMatchObject({
      status: 200,
      message: 'success',
      data: { invited: [] },
    })
  })

  test('[API-02] wraps a form as data, and the answer, a refusal too', async () => {
    const data = envelope.seal(JSON.stringify({ pid: 1 }))
    const reply = await user.post('/api/keepProd', { form: { data } })
    expect(envelope.open(reply.text)?.value).toEqual({
      status: 200,
      message: 'success',
      data: encodeReply('keepProd', { favourite: 1 }),
    })
    const wrong = envelope.seal(JSON.stringify({ pid: 999, language: 'japanese' }))
    const refused = await user.post('/api/keepProd', { form: { data: wrong } })
    expect(refused.status).toBe(404)
    expect(envelope.open(refused.text)?.value).toMatchObject({
      status: 404,
      code: 'product_unknown',
      data: null,
    })
  })

  const broken: Record<string, string> = {
    'not base64url': '%%%',
    'another alphabet': 'ab+/',
    'not a whole block': 'AAAA',
    'a block of another key': randomBytes(32).toString('base64url'),
    'blocks in another order': 'swap',
    empty: '',
    'too long': 'A'.repeat(65_537),
  }
  test.each(Object.keys(broken))('that is %s is refused without a reason', async (name) => {
    const sealed = envelope.seal(JSON.stringify({ pid: 1, address: 'x'.repeat(40) }))
    const bytes = Buffer.from(sealed, 'base64url')
    const swapped = Buffer.concat([
      bytes.subarray(16, 32),
      bytes.subarray(0, 16),
      bytes.subarray(32),
    ]).toString('base64url')
    const data = broken[name] === 'swap' ? swapped : (broken[name] ?? '')
    const reply = await user.post('/api/keepProd', { form: { data } })
    expect([400, 413]).toContain(reply.status)
    expect(['bad_envelope', 'too_large']).toContain(reply.body.code)
    expect(reply.body.data).toBeNull()
  })

  test.each(['null', '[]', '1', '"text"', '{"pid":1} x', '{"__proto__":{"pid":1}}'])(
    'that holds %s is refused',
    async (json) => {
      const reply = await user.post('/api/keepProd', { form: { data: envelope.seal(json) } })
      expect(reply.status).toBe(400)
    },
  )

  test('beside other fields is refused', async () => {
    const data = envelope.seal(JSON.stringify({ pid: 1 }))
    expect((await user.post('/api/keepProd', { form: { data, pid: '2' } })).body.code).toBe('bad_envelope')
  })
})

describe('every answer', () => {
  test('[API-03] has the same status inside as outside, and a message', async () => {
    const good = await user.get('/api/getRate')
    expect(good.body).toMatchObject({ status: 200, message: 'success' })
    const bad = await user.get('/api/getLog', { query: { from: 'x', to: '2', language: 'arab' } })
    expect(bad.status).toBe(400)
    expect(bad.body).toMatchObject({ status: 400, code: 'bad_request', data: null })
    expect(bad.body.message).toMatch(/[\u0600-\u06ff]/)
  })

  test('takes a query, JSON, and a plain form alike', async () => {
    expect((await user.get('/api/getLog', { query: { from: '1', to: '2' } })).status).toBe(200)
    expect((await user.post('/api/keepProd', { json: { pid: 2 } })).status).toBe(200)
    expect((await user.post('/api/keepProd', { form: { pid: '3' } })).status).toBe(200)
  })

  const odd: Record<string, [path: string, send: Send]> = {
    'an unknown field': ['/api/keepProd', { json: { pid: 1, admin: true } }],
    'an unknown field in a form': ['/api/keepProd', { form: { pid: '1', x: '1' } }],
    'a field twice in a form': [
      '/api/keepProd',
      { raw: 'pid=1&pid=2', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    ],
    'a prototype': ['/api/keepProd', { raw: '{"pid":1,"__proto__":{"x":1}}' }],
    'a constructor': ['/api/keepProd', { json: { pid: 1, constructor: { prototype: {} } } }],
    'a list': ['/api/keepProd', { json: [1] }],
    'a number': ['/api/keepProd', { json: 1 }],
    nothing: ['/api/keepProd', { raw: '' }],
    'half of JSON': ['/api/keepProd', { raw: '{"pid":' }],
    'a huge number': ['/api/keepProd', { raw: '{"pid":1e400}' }],
    'a fraction': ['/api/keepProd', { json: { pid: 1.5 } }],
    'a negative number': ['/api/keepProd', { json: { pid: -1 } }],
    'a number as a list': ['/api/keepProd', { json: { pid: [1] } }],
    'a number of 30 digits': ['/api/keepProd', { json: { pid: '1'.repeat(30) } }],
    'Arabic digits': ['/api/keepProd', { json: { pid: '١' } }],
    'no claim but junk': ['/api/keepProd', { json: { pid: 1, language: 'klingon' } }],
    'a book of 2': ['/api/keepProd', { json: { pid: 1, book: 2 } }],
    'an address of 100 letters': ['/api/keepProd', { json: { pid: 1, address: 'x'.repeat(100) } }],
    XML: ['/api/keepProd', { raw: '<pid>1</pid>', headers: { 'content-type': 'text/xml' } }],
    'plain text': ['/api/keepProd', { raw: '{"pid":1}', headers: { 'content-type': 'text/plain' } }],
    'fields in the query of a POST': ['/api/keepProd?pid=1', { json: { pid: 1 } }],
    'a broken escape': [
      '/api/keepProd',
      { raw: '%7B"pid"%', headers: { 'content-type': 'application/json' } },
    ],
  }
  test.each(Object.entries(odd))('%s is refused with 400', async (_name, [path, send]) => {
    const reply = await user.post(path, send)
    expect(reply.status, reply.text).toBe(400)
    expect(reply.body.code).toBe('bad_request')
    expect(reply.text).not.toMatch(/at .*\.ts|select |zod/i)
  })

  test('that is too large gets 413', async () => {
    const reply = await user.post('/api/keepProd', { json: { pid: 1, x: 'x'.repeat(70_000) } })
    expect(reply.status).toBe(413)
    expect(reply.body.code).toBe('too_large')
  })

  test('to an unknown call gets 404, and to a known one with another method 405', async () => {
    expect((await user.get('/api/nothing')).body).toMatchObject({ status: 404, code: 'not_found' })
    const reply = await user.post('/api/getRate', { json: {} })
    expect(reply.body).toMatchObject({ status: 405, code: 'method_not_allowed' })
    expect(reply.headers.get('allow')).toBe('GET')
    expect((await fetch(`${server.url}/api/getRate`, { method: 'HEAD' })).status).toBe(405)
  })

  test('is never cached, and not for frames or other types', async () => {
    const { headers } = await user.get('/api/getRate')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(Math.abs(Number(headers.get('x-now')) - Date.now())).toBeLessThan(60_000)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })
})

const all: [string, AnyRoute][] = Object.entries(ROUTES)

describe('T10: the documents', () => {
  test('the OpenAPI document names every call, and every code it may refuse with', async () => {
    const document = (await (await fetch(`${server.url}/docs/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { responses: Record<string, unknown>; operationId: string }>>
    }
    for (const [name, route] of all) {
      const operation = document.paths[route.path]?.[route.method.toLowerCase()]
      expect(operation?.operationId).toBe(name)
      for (const code of route.refusals)
        expect(Object.keys(operation?.responses ?? {})).toContain(String(REFUSALS[code]))
    }
  })

  test('the page of calls contains no script and needs none', async () => {
    const response = await fetch(`${server.url}/docs`)
    const html = await response.text()
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(html).not.toMatch(/<script|\sstyle=|\son\w+=/)
    for (const [, route] of all) expect(html).toContain(`${route.method} ${route.path}`)
  })

  test('health is answered without an envelope', async () => {
    const response = await fetch(`${server.url}/livez`)
    expect(await response.json()).toEqual({ alive: true })
    expect((await fetch(`${server.url}/robots.txt`)).status).toBe(200)
  })
})
