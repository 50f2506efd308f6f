import { encodeInput, encodeReply } from '@tickmark/wire/legacy/codec'
import { envelopeOf } from './envelope.ts'
import { sealEnvelope, openEnvelope, type EnvelopeCipher } from '@tickmark/wire/legacy/envelope'
import type { AnyRoute } from '@tickmark/wire/call'
import { REFUSALS } from '@tickmark/wire/refusalCodes'
import { ROUTES } from '@tickmark/wire/routes/all'
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  caller,
  type Caller,
  newUser,
  type Reply,
  type Send,
  setServer,
  signIn,
  tinyPicture,
  wallet,
} from '../../app/app.testing.ts'

const server = setServer()
const url = () => server.url
let user: Caller
let envelope: ReturnType<typeof envelopeOf>

beforeAll(async () => {
  user = await newUser(url, 20)
  const config = (await (await fetch(`${server.url}/config.json`)).json()) as { envelopeKey: string }
  envelope = envelopeOf(Buffer.from(config.envelopeKey, 'hex'))
})

/** The cipher as a page has it, over the platform's crypto module. */
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

  test('of too much is 413', async () => {
    const reply = await user.post('/api/keepProd', { json: { pid: 1, x: 'x'.repeat(70_000) } })
    expect(reply.status).toBe(413)
    expect(reply.body.code).toBe('too_large')
  })

  test('to an unknown call is 404, and to a known one in another way 405', async () => {
    expect((await user.get('/api/nothing')).body).toMatchObject({ status: 404, code: 'not_found' })
    const reply = await user.post('/api/getRate', { json: {} })
    expect(reply.body).toMatchObject({ status: 405, code: 'method_not_allowed' })
    expect(reply.headers.get('allow')).toBe('GET')
    expect((await fetch(`${server.url}/api/getRate`, { method: 'HEAD' })).status).toBe(405)
  })

  test('is never kept by a cache, and is not for frames or other types', async () => {
    const { headers } = await user.get('/api/getRate')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(Math.abs(Number(headers.get('x-now')) - Date.now())).toBeLessThan(60_000)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })
})

/** What a route may be asked with, so that what is tested is reached. */
const SAMPLES: Record<string, Record<string, string>> = {
  challenge: { address: wallet(20).address, walletType: '1' },
  signIn: { address: wallet(20).address, walletType: '1', message: 'x', signature: '0x' },
  keepProd: { pid: '1' },
  cancelKeep: { pid: '1' },
  change_language: { language: 'korean' },
  createLimitOrder: { pid: '1', stake: '1', timeId: '110', currencyId: '1', quoteId: 'x' },
  closeLimitOrder: { orderId: '00000000-0000-7000-8000-000000000000', bidId: 'x' },
  modifyLimitOrder: { orderId: '00000000-0000-7000-8000-000000000000' },
  getReceipt: { orderId: '00000000-0000-7000-8000-000000000000' },
  getOrderValue: { orderId: '00000000-0000-7000-8000-000000000000' },
  getMyLimitOrders: { status: '0' },
  getavailableMoneyByCurrency: { currencyName: 'USDT' },
  getTimeAccountCurrency: { type: '0', pid: '1' },
  getLog: { from: '1', to: '2' },
}
const all: [string, AnyRoute][] = Object.entries(ROUTES)

function ask(
  who: Caller,
  name: string,
  route: AnyRoute,
  send: Send = {},
  more: Record<string, string> = {},
): Promise<Reply> {
  const fields = { ...SAMPLES[name], ...more }
  if (route.picture) return who.post(route.path, { query: fields, picture: tinyPicture, ...send })
  if (route.method === 'POST') return who.post(route.path, { json: fields, ...send })
  return route.method === 'GET'
    ? who.get(route.path, { query: fields, ...send })
    : who.delete(route.path, { query: fields, ...send })
}

describe('T11: every call that needs a session', () => {
  const closed = all.filter(([, route]) => route.who !== 'anyone')

  test.each(closed)(
    '%s answers 401 to nobody, to junk, and to a token that came the other way',
    async (name, route) => {
      const bearer = await bearerOf(30)
      const cookie = user.cookies.get('sid') ?? ''
      const callers = {
        nobody: caller(url),
        'a junk cookie': caller(url, { cookie: 'sid=junk' }),
        'a cookie of the right length': caller(url, { cookie: `sid=${'a'.repeat(43)}` }),
        'a cookie with other letters': caller(url, { cookie: 'sid=../../etc' }),
        'a junk bearer': caller(url, { authorization: 'Bearer junk' }),
        'a basic password': caller(url, { authorization: 'Basic dXNlcjpwYXNz' }),
        'the bearer token as a cookie': caller(url, { cookie: `sid=${bearer}` }),
        'the cookie as a bearer token': caller(url, { authorization: `Bearer ${cookie}` }),
        'a junk bearer beside a good cookie': caller(url, {
          authorization: 'Bearer junk',
          cookie: `sid=${cookie}`,
        }),
      }
      for (const [label, who] of Object.entries(callers)) {
        const reply = await ask(who, name, route)
        expect(reply.status, label).toBe(401)
        expect(reply.body.code, label).toBe('sign_in_first')
      }
    },
  )

  test.each(closed)('%s answers 401 to a session that was ended', async (name, route) => {
    const gone = await newUser(url, 31)
    const sid = gone.cookies.get('sid') ?? ''
    await gone.delete('/api/session')
    expect((await ask(caller(url, { cookie: `sid=${sid}` }), name, route)).status).toBe(401)
  })

  test.each(closed)(
    '%s answers 401 to another address than the session’s, and ends the session',
    async (name, route) => {
      const moved = await newUser(url, 32)
      const sid = moved.cookies.get('sid') ?? ''
      const reply = await ask(moved, name, route, {}, { address: wallet(33).address })
      expect(reply.body.code).toBe('wallet_changed')
      expect(moved.cookies.has('sid')).toBe(false)
      expect((await ask(caller(url, { cookie: `sid=${sid}` }), name, route)).body.code).toBe('sign_in_first')
    },
  )

  test.each(closed.filter(([, route]) => route.who === 'user'))(
    '%s answers 403 to who has not joined',
    async (name, route) => {
      const visitor = caller(url)
      await signIn(visitor, wallet(34))
      expect((await ask(visitor, name, route)).body.code).toBe('register_first')
    },
  )

  test.each(closed)('%s knows the own address in any case', async (name, route) => {
    const { cookies } = await newUser(url, 35)
    const reply = await ask(
      caller(url, { cookie: `sid=${cookies.get('sid')}` }),
      name,
      route,
      {},
      { address: wallet(35).address.toLowerCase() },
    )
    expect(reply.status).not.toBe(401)
  })
})

describe('T11: every call that changes something', () => {
  const changing = all.filter(([, route]) => route.changes)
  const foreign: Record<string, Record<string, string>> = {
    'without X-App': { 'x-app': '' },
    'with another X-App': { 'x-app': '2' },
    'from another site': { origin: 'https://evil.example' },
    'from a subdomain': { origin: 'http://x.localhost:1' },
    'from another port': { origin: 'http://localhost:1' },
    'from a null origin': { origin: 'null' },
    'without an origin': { origin: '' },
    'cross-site, says the browser': { 'sec-fetch-site': 'cross-site' },
    'same-site, says the browser': { 'sec-fetch-site': 'same-site' },
    'from no site, says the browser': { 'sec-fetch-site': 'none' },
    'without an origin, referring to another site': { origin: '', referer: 'https://evil.example/' },
  }

  test.each(changing)('%s is refused where our page did not make it', async (name, route) => {
    for (const [label, headers] of Object.entries(foreign)) {
      const reply = await ask(user, name, route, { headers })
      expect(reply.body.code, label).toBe('wrong_origin')
      expect(reply.status, label).toBe(403)
    }
  })

  test.each(changing)(
    '%s is let through for our page, and for a bearer token without an origin',
    async (name, route) => {
      const own = await newUser(url, 36)
      const same = await ask(own, name, route, { headers: { 'sec-fetch-site': 'same-origin' } })
      expect(same.body.code).not.toBe('wrong_origin')
      const program = caller(url, { authorization: `Bearer ${await bearerOf(37)}`, origin: '' })
      expect((await ask(program, name, route)).body.code).not.toBe('wrong_origin')
    },
  )

  test.each(changing.filter(([, route]) => route.method === 'GET'))(
    '%s takes a referring page for the origin that a GET lacks',
    async (name, route) => {
      const own = await newUser(url, 38)
      const reply = await ask(own, name, route, { headers: { origin: '', referer: `${server.url}/account` } })
      expect(reply.status, reply.text).toBe(200)
      const told = await ask(own, name, route, { headers: { origin: '', 'sec-fetch-site': 'same-origin' } })
      expect(told.status, told.text).toBe(200)
    },
  )

  test.each(all.filter(([, route]) => route.money))(
    '%s needs an idempotency key that is a UUID',
    async (name, route) => {
      expect((await ask(user, name, route)).body.code).toBe('key_missing')
      for (const key of [
        '1',
        'x'.repeat(36),
        '00000000-0000-0000-0000-00000000000g',
        `${crypto.randomUUID()} `.repeat(2),
      ]) {
        expect((await ask(user, name, route, { headers: { 'idempotency-key': key } })).body.code, key).toBe(
          'key_invalid',
        )
      }
    },
  )
})

async function bearerOf(number: number): Promise<string> {
  const who = caller(url)
  const reply = await signIn(who, wallet(number), { transport: 'bearer' })
  expect(who.cookies.has('sid')).toBe(false)
  return (reply.body.data as { token: string }).token
}

describe('T10: the documents', () => {
  test('the OpenAPI document names every call, and every code that it may refuse with', async () => {
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

  test('the page of calls has no script and needs none', async () => {
    const response = await fetch(`${server.url}/docs`)
    const html = await response.text()
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(html).not.toMatch(/<script|\sstyle=|\son\w+=/)
    for (const [, route] of all) expect(html).toContain(`${route.method} ${route.path}`)
  })

  test('health is told plainly', async () => {
    const response = await fetch(`${server.url}/healthz`)
    expect(await response.json()).toEqual({ healthy: true })
    expect((await fetch(`${server.url}/robots.txt`)).status).toBe(200)
  })
})
