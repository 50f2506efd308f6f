import { openEnvelope, sealEnvelope } from '@tickmark/wire/legacy/envelope'
import { ROUTES } from '@tickmark/wire/routes/all'
import { afterEach, expect, test, vi } from 'vitest'
import { envelopeCipher } from './envelope.ts'
import { send } from './transport.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.resetModules()
})

const KEY = 'ab'.repeat(32)
const cipher = envelopeCipher(KEY)
const deps = {
  envelopeKey: () => Promise.resolve(KEY),
  networkFailureText: () => 'no answer',
  headers: () => ({ 'x-background': '1' }),
}
const { getAlerts: read, addAlert: change } = ROUTES
const GOOD = JSON.stringify({ status: 200, data: { cups: 2 } })

interface Sent {
  method: string
  headers: Record<string, string>
  body?: string
}

/** A server that gives this answer, and the requests that it got. */
function serverOf(text: string, headers: Record<string, string> = {}) {
  const sent: [path: string, init: Sent][] = []
  vi.stubGlobal('fetch', (path: string, init: Sent) => {
    sent.push([path, init])
    return Promise.resolve(new Response(text, { headers }))
  })
  return sent
}

test('a read carries its sealed input in the address, a change in the body, with the key that it was given', async () => {
  const sent = serverOf(GOOD)
  const input = { a: 1 }
  expect(await send(read, input, deps, {})).toEqual({ cups: 2 })
  expect(await send(change, input, deps, { idempotencyKey: 'k' })).toEqual({ cups: 2 })
  const [[readPath, got], [path, post]] = sent as [[string, Sent], [string, Sent]]
  expect([got.method, got.body, got.headers]).toEqual([
    'GET',
    undefined,
    { 'x-app': '1', 'x-background': '1' },
  ])
  expect(readPath).toMatch(/^\/api\/getAlerts\?params=[\w-]+$/)
  expect(openEnvelope(readPath.split('=')[1] ?? '', cipher)).toEqual({ value: input })
  expect([path, post.method, post.headers]).toEqual([
    '/api/addAlert',
    'POST',
    {
      'x-app': '1',
      'content-type': 'application/x-www-form-urlencoded',
      'idempotency-key': 'k',
      'x-background': '1',
    },
  ])
  expect(openEnvelope(post.body?.replace(/^data=/, '') ?? '', cipher)).toEqual({ value: input })
})

test('an answer is read in its envelope or as plain JSON, and a refusal in either', async () => {
  const ask = () => send(read, {}, deps, {})
  for (const text of [` ${GOOD}\n`, sealEnvelope(JSON.parse(GOOD), cipher)]) {
    serverOf(text)
    expect(await ask()).toEqual({ cups: 2 })
  }
  const refusal = { status: 409, code: 'full', message: 'Full.', data: { most: '5' } }
  for (const text of [JSON.stringify(refusal), sealEnvelope(refusal, cipher)]) {
    serverOf(text)
    await expect(ask()).rejects.toMatchObject({ name: 'CallFailed', ...refusal })
  }
  for (const text of ['', '{', 'x', '{}', sealEnvelope({ data: 1 }, cipher)]) {
    serverOf(text)
    await expect(ask()).rejects.toMatchObject({ code: 'network', status: 0, message: 'no answer' })
  }
})

test('the page learns the server’s clock from an answer, and from none that names no time', async () => {
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['Date'] })
  vi.resetModules()
  const [page, { serverNow }] = [await import('./transport.ts'), await import('./serverClock.ts')]
  for (const [header, aheadMs] of [
    [{ 'x-now': 'soon' }, 0],
    [{ 'x-now': '0' }, 0],
    [{}, 0],
    [{ 'x-now': '1800000005000' }, 5_000],
  ] as const) {
    serverOf(GOOD, header)
    await page.send(read, {}, deps, {})
    expect(serverNow() - Date.now()).toBe(aheadMs)
  }
})
