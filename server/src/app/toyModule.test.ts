import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createViteServer } from 'vitest/node'
import { WebSocket } from 'ws'
import { type Caller, newUser, wallet } from './app.testing.ts'
import { operatorOf } from './operatorCaller.testing.ts'
import { createEmptyDatabase, type TestDatabase } from '../db/database.testing.ts'
import { TOY_FILES, TOY_LINES, USER_KINDS_LINE } from './toyModule.testing.ts'

const root = resolve(import.meta.dirname, '../../..')
const workspaces = ['core', 'texts', 'chainkit', 'wire', 'server', 'signer', 'ui', 'client', 'web', 'verify']

let copy: string
let database: TestDatabase
let program: {
  child: ChildProcess
  said: { out: string; err: string }
  /** The server's address, once printed. */
  opened: Promise<string>
  ended: Promise<number | null>
}
let url = ''
let user: Caller

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'tickmark-toy-'))
  copyTree()
  addToy()
  database = await createEmptyDatabase()
  program = start()
  url = await program.opened
  user = await newUser(() => url, 1)
})

afterAll(async () => {
  program.child.kill('SIGKILL')
  await database.close()
  rmSync(copy, { recursive: true })
})

/** Copies the workspaces of the repository; links to our own packages point into the copy. */
function copyTree(): void {
  const isKept = (path: string) => !['node_modules', 'dist'].includes(basename(path))
  for (const name of workspaces)
    cpSync(join(root, name), join(copy, name), { recursive: true, filter: isKept })
  for (const name of ['package.json', 'tsconfig.json']) cpSync(join(root, name), join(copy, name))
  const packages = join(copy, 'node_modules')
  mkdirSync(join(packages, '@tickmark'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@tickmark') symlinkSync(join(root, 'node_modules', name), join(packages, name))
  }
  for (const name of workspaces) symlinkSync(join(copy, name), join(packages, '@tickmark', name))
}

function addToy(): void {
  for (const [path, text] of Object.entries(TOY_FILES)) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    writeFileSync(join(copy, path), text.trimStart())
  }
  for (const [path, lines] of Object.entries(TOY_LINES)) {
    for (const [before, line] of lines) change(path, `\n${before}`, `\n${line}\n${before}`)
  }
  change('core/src/ledger/accounts.ts', ...USER_KINDS_LINE)
}

function change(path: string, from: string, to: string): void {
  const text = `\n${readFileSync(join(copy, path), 'utf8')}`
  if (!text.includes(from)) throw new Error(`${path} has no line ${from.trim()}`)
  writeFileSync(join(copy, path), text.replace(from, to).slice(1))
}

function environment(): NodeJS.ProcessEnv {
  const own = { PORT: '0', DATA_DIR: join(copy, 'data'), DATABASE_URL: database.url, CHAINS: 'none' }
  // The server's own audit, 30 s after its start, would find the pot that a test makes wrong, and log an error.
  const unaudited = { AUDIT_MINUTES: '0' }
  return { PATH: process.env['PATH'], ...own, ...unaudited, OPERATORS: `${wallet(9).address}:support` }
}

function start(): typeof program {
  const child = spawn(process.execPath, ['server/src/main.ts'], { cwd: copy, env: environment() })
  const said = { out: '', err: '' }
  const { promise: opened, resolve: open } = Promise.withResolvers<string>()
  child.stdout.on('data', (bytes: Buffer) => {
    said.out += bytes.toString()
    const address = /open at (\S+)/.exec(said.out)?.[1]
    if (address !== undefined) open(address)
  })
  child.stderr.on('data', (bytes: Buffer) => (said.err += bytes.toString()))
  return { child, said, opened, ended: new Promise((done) => child.once('exit', done)) }
}

/** Writes down the rules of its tables, as `foreignDefinitions.test.ts` does with `-u`. */
async function writeDefinitions(): Promise<void> {
  const done = await run(`const { readDefinitions } = await import('./server/src/db/foreignDefinitions.ts')
    const lines = await readDefinitions(database.db)
    const { writeFileSync } = await import('node:fs')
    writeFileSync('server/src/db/definitions.txt', lines.map((line) => line + '\\n').join(''))`)
  expect(done, done.said).toMatchObject({ code: 0 })
}

/** Runs the audit as `npm run audit` does, while the server runs. */
function audit(): Promise<{ code: number; said: string }> {
  return run(`const { runAudit, auditText } = await import('./server/src/app/audit/audit.ts')
    const findings = await runAudit(database)
    process.stdout.write(auditText(findings))
    process.exitCode = findings.length`)
}

/** Runs statements with its code, and an open `database`. */
function run(statements: string): Promise<{ code: number; said: string }> {
  const script = `const { openDatabase } = await import('./server/src/db/pool.ts')
    const { silentLog } = await import('./server/src/platform/log.ts')
    const database = openDatabase(process.env.DATABASE_URL, silentLog())
    ${statements}
    await database.close()`
  return new Promise((done) => {
    const options = { cwd: copy, env: environment() }
    execFile(process.execPath, ['--input-type=module', '-e', script], options, (error, out, err) =>
      done({ code: Number(error?.code ?? 0), said: out + err }),
    )
  })
}

async function holding(): Promise<unknown> {
  const reply = await user.get('/api/getMyWalletData', { query: { book: '1' } })
  return (reply.body.data as { data: { items: unknown[] } }).data.items[0]
}

test('a product in its own files plus a line in three lists is served, and its money is counted', async () => {
  const pages: { event: string }[] = []
  const socket = new WebSocket(`${url.replace('http', 'ws')}/wss`, {
    headers: { origin: url, cookie: `sid=${user.cookies.get('sid')}` },
  })
  socket.on('message', (bytes: Buffer) =>
    pages.push((JSON.parse(bytes.toString()) as { data: { event: string } }).data),
  )
  await new Promise((opened, failed) => socket.once('open', opened).once('error', failed))
  const headers = { 'idempotency-key': randomUUID() }
  const drop = () => user.post('/api/dropInPot', { json: { amount: '25', book: 1 }, headers })
  const done = await drop()
  expect(done.status, done.text).toBe(200)
  expect((await drop()).body.data).toEqual(done.body.data)
  expect(await holding()).toMatchObject({ name: 'USDT', amount: '10000', available: '9975' })
  await expect.poll(() => pages.map((one) => one.event)).toContain('balance_changed')
  socket.close()
})

test('its operators’ call is served to operators alone', async () => {
  expect((await user.get('/api/console/pots')).body.code).toBe('operators_only')
  const operator = await operatorOf(() => url, wallet(9))
  expect((await operator.get('/api/console/pots')).body.data).toEqual({ drops: 1 })
})

test('its calls are documented', async () => {
  const { paths } = (await (await fetch(`${url}/docs/openapi.json`)).json()) as { paths: object }
  expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/api/dropInPot', '/api/console/pots']))
})

test('it is audited, without the server or its keys', async () => {
  await writeDefinitions()
  const good = await audit()
  expect(good, good.said).toMatchObject({ code: 0 })
  expect(good.said).toContain('ok  14. A pot holds what was dropped into it.')
  await sql`update pot_drop set amount = amount + 1`.execute(database.database.db)
  const found = await audit()
  expect(found.code, found.said).toBe(1)
  expect(found.said).toMatch(
    /NO  14\. A pot holds[^\n]*\n +pots = drops {2}account \d+ {2}expected 2500000001, found 2500000000/,
  )
})

test('its page has a route, and a file of its own behind it', async () => {
  const options = { root: join(copy, 'web'), configFile: false as const, logLevel: 'error' as const }
  // Node itself reads no JSX.
  const bundler = await createViteServer({
    ...options,
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, watch: null, ws: false },
  })
  const { APP_ROUTES } = (await bundler.ssrLoadModule('/src/app/routes.ts')) as {
    APP_ROUTES: { path: string; page: { Component: unknown } }[]
  }
  const { NOT_OPEN } = (await bundler.ssrLoadModule('/src/app/pages.ts')) as { NOT_OPEN: unknown }
  await bundler.close()
  const route = APP_ROUTES.find(({ path }) => path === '/pots')
  expect(route?.page.Component).toBeDefined()
  expect(route?.page).not.toBe(NOT_OPEN)
})

test('it is started and closed with the others', async () => {
  expect(program.said.err).toContain('the pots are ready')
  program.child.kill('SIGTERM')
  expect(await program.ended, program.said.err).toBe(0)
  expect(program.said.err).toContain('the pots are closed')
  expect(program.said.err).not.toMatch(/"error"/)
})
