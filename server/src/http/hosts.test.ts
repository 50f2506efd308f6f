import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { setServer } from '../app/app.testing.ts'

const folder = mkdtempSync(join(tmpdir(), 'tickmark-hosts-'))
for (const name of ['page', 'console']) {
  mkdirSync(join(folder, name))
  writeFileSync(join(folder, name, 'index.html'), `<!doctype html><title>${name}</title>`)
}
writeFileSync(join(folder, 'page/look.js'), '')
afterAll(() => rmSync(folder, { recursive: true }))

const [PAGE, CONSOLE] = ['page.example', 'console.example']
const server = setServer({
  env: {
    PUBLIC_URL: `http://${PAGE}`,
    CONSOLE_URL: `http://${CONSOLE}`,
    WEB_DIR: join(folder, 'page'),
    CONSOLE_DIR: join(folder, 'console'),
  },
})

interface Got {
  status: number
  cookie: string
  location: string
  text: string
}

/** Sends a request as a browser does to a host that leads to the server. */
function ask(
  host: string,
  path: string,
  { json, headers = {} }: { json?: object; headers?: object } = {},
): Promise<Got> {
  return new Promise((resolve, reject) => {
    const method = json ? 'POST' : 'GET'
    const { port } = server.app
    const type = json ? { 'content-type': 'application/json' } : { accept: 'text/html,*/*' }
    const sent = { host, ...type, ...headers }
    const asking = request({ port, host: '127.0.0.1', path, method, headers: sent }, (response) => {
      let text = ''
      response.on('data', (part: Buffer) => (text += part.toString()))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          cookie: response.headers['set-cookie']?.[0]?.split(';')[0] ?? '',
          location: response.headers.location ?? '',
          text,
        }),
      )
    })
    asking.on('error', reject)
    asking.end(json && JSON.stringify(json))
  })
}

test.each<[host: string, path: string, status: number, text: string]>([
  [PAGE, '/', 200, 'page'],
  [PAGE, '/settings', 200, 'page'],
  [PAGE, '/api/getLogHead', 200, 'success'],
  [PAGE, '/log/checkpoint', 200, ''],
  [PAGE, '/console/', 404, 'not_found'],
  [PAGE, '/console/orders', 404, 'not_found'],
  [PAGE, '/api/console/session', 404, 'not_found'],
  [PAGE, '/api/%64esk/session', 404, 'not_found'],
  ['other.example', '/console/', 404, 'not_found'],
  ['other.example', '/api/console/session', 404, 'not_found'],
  [CONSOLE, '/console/', 200, 'console'],
  [CONSOLE, '/console/orders', 200, 'console'],
  [CONSOLE, '/api/console/session', 200, 'success'],
  [CONSOLE, '/settings', 404, 'not_found'],
  [CONSOLE, '/r/anything', 404, 'not_found'],
  [CONSOLE, '/api/getLogHead', 404, 'not_found'],
  [CONSOLE, '/docs', 404, 'not_found'],
  [CONSOLE, '/%61pi/getLogHead', 404, 'not_found'],
  [CONSOLE, '/api/console/../getLogHead', 404, 'not_found'],
  ...[PAGE, CONSOLE].flatMap((host) =>
    ['/look.js', '/config.json', '/robots.txt', '/livez', '/healthz', '/readyz'].map(
      (path) => [host, path, 200, ''] as [string, string, number, string],
    ),
  ),
])('of %s, %s is answered with %i', async (host, path, status, text) => {
  const got = await ask(host, path)
  expect([got.status, got.text]).toEqual([status, expect.stringContaining(text)])
})

test('the console’s host leads to the console', async () => {
  const { status, location } = await ask(CONSOLE, '/')
  expect([status, location]).toEqual([302, '/console/'])
})

test('an operator signs in at the console’s host, and no call from the page’s origin is accepted there', async () => {
  const own = await server.app.ownLink()
  expect(own).toMatch(new RegExp(`^http://${CONSOLE}/console/#link=`))
  const json = { link: own?.split('link=')[1] ?? '' }
  const from = (origin: string) => ({ json, headers: { 'x-app': '1', origin: `http://${origin}` } })
  const path = '/api/console/session/link'
  expect((await ask(CONSOLE, path, from(PAGE))).text).toContain('wrong_origin')
  expect((await ask(PAGE, path, from(PAGE))).status).toBe(404)
  const { status, cookie } = await ask(CONSOLE, path, from(CONSOLE))
  expect(status).toBe(200)
  const session = await ask(CONSOLE, '/api/console/session', { headers: { cookie } })
  expect(session.text).toContain('"state":')
  expect((await ask(PAGE, '/api/console/session', { headers: { cookie } })).status).toBe(404)
})
