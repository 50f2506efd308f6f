import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from 'node:http'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { setServer } from '../../app/app.testing.ts'
import { consolePolicy, pagePolicy } from './headers.ts'
import { siteOf } from '../calls/site.ts'

const folder = mkdtempSync(join(tmpdir(), 'tickmark-web-'))
const script = 'console.log(1)\n'.repeat(500)
const prebuilt = brotliCompressSync('prebuilt')
mkdirSync(join(folder, 'assets'))
writeFileSync(
  join(folder, 'index.html'),
  '<!doctype html><head><title>page</title></head><div id="root"></div>',
)
writeFileSync(
  join(folder, 'screens.json'),
  JSON.stringify({
    '/business': ['/assets/coin.js', '/assets/parts.js'],
    '/receipt/:orderId': ['/assets/receipt.js'],
  }),
)
writeFileSync(
  join(folder, 'outlines.json'),
  JSON.stringify([{ path: '/business', pid: 1, mode: 'sandbox', flags: null, html: 'Bitcoin {price}' }]),
)
writeFileSync(join(folder, 'assets/main-abc123.js'), script)
writeFileSync(join(folder, 'assets/face.woff2'), Buffer.alloc(100))
writeFileSync(join(folder, 'built.css'), 'body{}')
writeFileSync(join(folder, 'built.css.br'), prebuilt)
writeFileSync(join(folder, 'secret.key'), 'secret')
const consoleFolder = mkdtempSync(join(tmpdir(), 'tickmark-console-'))
mkdirSync(join(consoleFolder, 'assets'))
writeFileSync(join(consoleFolder, 'index.html'), '<!doctype html><title>console</title>')
writeFileSync(join(consoleFolder, 'assets/console-abc123.js'), script)
afterAll(() => [folder, consoleFolder].forEach((one) => rmSync(one, { recursive: true })))

const server = setServer({ env: { WEB_DIR: folder, CONSOLE_DIR: consoleFolder } })

interface Got {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** Sends the path as it is, without normalizing it, and does not decompress the answer. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Got> {
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    const ask = request({ hostname, port, path, method, headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      )
    })
    ask.on('error', reject).end()
  })
}

const standing = { site: siteOf({ publicUrl: null, moreOrigins: [] }, 80), chatOrigin: null, isFramed: false }
const page = { accept: 'text/html,*/*' }

describe('the page', () => {
  test.each(['/', '/business?pid=1', '/share/https%3A%2F%2Fevil.example', '/nothing/at/all', '/index.html'])(
    '[SHELL-01] opens at %s',
    async (path) => {
      const got = await get(path, page)
      expect(got.status).toBe(200)
      expect(got.body.toString()).toContain('<title>page</title>')
      expect(got.headers['cache-control']).toBe('no-cache')
    },
  )

  test.each([
    ['/', []],
    ['/settings', []],
    ['/business?pid=1', ['/assets/coin.js', '/assets/parts.js']],
    ['/business/', ['/assets/coin.js', '/assets/parts.js']],
    ['/receipt/9f3c', ['/assets/receipt.js']],
    ['/receipt/9f3c/more', []],
  ])('names in its head what the screen at %s needs besides the first script', async (path, scripts) => {
    const got = await get(path, page)
    expect(
      Array.from(got.body.toString().matchAll(/rel="modulepreload"[^>]* href="([^"]+)/g), ([, name]) => name),
    ).toEqual(scripts)
    expect(got.headers['content-security-policy']).toBe(
      (await get('/', page)).headers['content-security-policy'],
    )
  })

  test('of a coin shows its newest price before a script runs, in any form, and no other page does', async () => {
    const shown = (body: Buffer) => /<div class="outline".*>(.*)<\/div><\/div>/.exec(body.toString())?.[1]
    const price = /^Bitcoin \d+,\d{3}\.\d\d$/
    const got = await get('/business?pid=1', page)
    expect(shown(got.body)).toMatch(price)
    expect(got.headers['content-security-policy']).toBe(
      (await get('/', page)).headers['content-security-policy'],
    )
    const br = await get('/business?pid=1', { ...page, 'accept-encoding': 'br' })
    expect(shown(brotliDecompressSync(br.body))).toMatch(price)
    const etag = String((await get('/business?pid=1', page)).headers['etag'])
    expect(etag).not.toBe((await get('/', page)).headers['etag'])
    for (const path of ['/', '/settings', '/index.html', '/business?pid=2'])
      expect(shown((await get(path, page)).body), path).toBeUndefined()
    await expect
      .poll(async () => shown((await get('/business?pid=1', page)).body), { timeout: 30_000 })
      .not.toBe(shown(got.body))
  })

  test('may load only our own files, and cannot be framed', async () => {
    const { headers } = await get('/', page)
    const policy = new Map(
      String(headers['content-security-policy'])
        .split('; ')
        .map((one) => [one.split(' ')[0], one]),
    )
    expect(policy.get('default-src')).toBe("default-src 'none'")
    expect(policy.get('script-src')).toBe("script-src 'self'")
    expect(policy.get('style-src')).toBe("style-src 'self'")
    expect(policy.get('frame-ancestors')).toBe("frame-ancestors 'none'")
    expect(policy.get('connect-src')).toContain(server.url.replace('http', 'ws'))
    expect([...policy.values()].join()).not.toMatch(/unsafe|\*|https?:/)
    expect(headers['referrer-policy']).toBe('same-origin')
    expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
    expect(headers['permissions-policy']).toContain('camera=()')
    expect(headers['strict-transport-security']).toBeUndefined()
    expect(headers['x-powered-by']).toBeUndefined()
  })

  test('[HOME-07] may be framed by our own pages as the chat, with an otherwise equal policy', async () => {
    const policyOf = async (path: string) =>
      String((await get(path, page)).headers['content-security-policy']).split('; ')
    const [framed, plain] = [await policyOf('/chat?about=1'), await policyOf('/')]
    expect(framed.filter((one) => !plain.includes(one))).toEqual(["frame-ancestors 'self'"])
    expect(framed).toHaveLength(plain.length)
    expect(plain).toContain("frame-src 'self'")
    for (const path of ['/chats', '/chat/1', '/CHAT', '/x/chat', '//chat', '/chat%2f', '/index.html?/chat'])
      expect(await policyOf(path), path).toContain("frame-ancestors 'none'")
  })

  test('may frame an external chat only at its configured origin', async () => {
    const parts = { ...standing, chatOrigin: 'https://chat.example' }
    const policy = pagePolicy(parts.site, parts)
    expect(policy).toContain("; frame-src 'self' https://chat.example; ")
    expect(policy).toBe(
      pagePolicy(parts.site, standing).replace("frame-src 'self'", "frame-src 'self' https://chat.example"),
    )
  })

  test('gives scripts the same policy, because a worker runs under its own file’s policy', async () => {
    const script = await get('/assets/main-abc123.js')
    const policy = (await get('/', page)).headers['content-security-policy']
    expect(script.headers['content-security-policy']).toBe(policy)
  })

  test('is not the answer for a missing script or picture', async () => {
    expect((await get('/assets/gone.js', { accept: '*/*' })).status).toBe(404)
    expect((await get('/nothing', { accept: 'application/json' })).status).toBe(404)
    expect((await get('/nothing', page, 'POST')).status).toBe(404)
  })
})

describe('the console', () => {
  test.each(['/console', '/console/', '/console/users/7?tab=orders', '/console/proposals'])(
    'opens at %s with its own policy',
    async (path) => {
      const { status, body, headers } = await get(path, page)
      expect([status, body.toString()]).toEqual([200, '<!doctype html><title>console</title>'])
      const policy = String(headers['content-security-policy'])
      expect(policy).toBe(
        consolePolicy(siteOf({ publicUrl: null, moreOrigins: [] }, Number(new URL(server.url).port))),
      )
      expect(policy).not.toMatch(/unsafe|\*|https?:|frame-src|worker-src/)
    },
  )

  test('has its own files, and neither it nor the page answers with the other’s', async () => {
    expect((await get('/console/assets/console-abc123.js')).headers['cache-control']).toContain('immutable')
    for (const path of [
      '/assets/console-abc123.js',
      '/console/assets/main-abc123.js',
      '/console/../assets/gone.js',
    ])
      expect((await get(path, { accept: '*/*' })).status, path).toBe(404)
    expect((await get('/consoles', page)).body.toString()).toContain('<title>page</title>')
  })
})

describe('a file', () => {
  test('with a hash in its name is cached for ever', async () => {
    const got = await get('/assets/main-abc123.js')
    expect(got.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(got.headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(got.body.toString()).toBe(script)
  })

  test('is compressed in the best form that the browser accepts, brotli first', async () => {
    const br = await get('/assets/main-abc123.js', { 'accept-encoding': 'gzip, deflate, br' })
    expect(br.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(br.body).toString()).toBe(script)
    expect(br.body.length).toBeLessThan(script.length / 10)
    const gzip = await get('/assets/main-abc123.js', { 'accept-encoding': 'gzip, br;q=0' })
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gzip.body).toString()).toBe(script)
    expect(br.headers['vary']).toContain('accept-encoding')
    expect(
      (await get('/assets/face.woff2', { 'accept-encoding': 'br' })).headers['content-encoding'],
    ).toBeUndefined()
  })

  test('that the build compressed is sent as it was built', async () => {
    expect((await get('/built.css', { 'accept-encoding': 'br' })).body).toEqual(prebuilt)
  })

  test('that the browser already has is not sent again', async () => {
    const { headers } = await get('/built.css')
    const again = await get('/built.css', { 'if-none-match': String(headers['etag']) })
    expect([again.status, again.body.length]).toEqual([304, 0])
    const head = await get('/built.css', {}, 'HEAD')
    expect([head.status, head.body.length]).toEqual([200, 0])
  })

  test.each([
    '/../package.json',
    '/assets/../../package.json',
    '/%2e%2e/package.json',
    '/..%2f..%2fetc/passwd',
    '/assets/%00',
    '//etc/passwd',
    '/secret.key',
    '/built.css.br',
    '/%',
    '/\\..\\package.json',
  ])('outside the page or of an unknown kind is not there: %s', async (path) => {
    const got = await get(path, { accept: '*/*' })
    expect([400, 404]).toContain(got.status)
    expect(got.body.toString()).not.toMatch(/secret|root:|tickmark"/)
  })
})
