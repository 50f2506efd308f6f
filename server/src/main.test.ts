import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { WebSocket } from 'ws'
import { caller, newUser, setServer } from './app/app.testing.ts'
import { createTestDatabase, type TestDatabase } from './db/database.testing.ts'
import { migrate } from './db/migrate.ts'

const folder = mkdtempSync(join(tmpdir(), 'tickmark-main-'))
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

interface Run {
  child: ChildProcess
  said: { out: string; err: string }
  ended: Promise<number | null>
}

function run(env: Record<string, string>): Run {
  const main = join(import.meta.dirname, 'main.ts')
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'], DATA_DIR: folder, DATABASE_URL: database.url, ...env },
  })
  started.push(child)
  const said = { out: '', err: '' }
  child.stdout.on('data', (part: Buffer) => (said.out += part.toString()))
  child.stderr.on('data', (part: Buffer) => (said.err += part.toString()))
  return { child, said, ended: new Promise((resolve) => child.once('exit', resolve)) }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}

async function healthy(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`).then(
    (response) => response.ok,
    () => false,
  )
}

describe('the program', () => {
  test('leaves another version’s tables alone, and says how to start afresh', async () => {
    const other = await createTestDatabase()
    await sql`update schema_migration set checksum = 'another' where number = 10`.execute(other.database.db)
    const { said, ended } = run({ DATABASE_URL: other.url, PORT: '0' })
    expect(await ended).toBe(1)
    expect(said.err).toContain(
      'The database has the tables of another version of this program: 010_ledger.sql changed after it was applied. ' +
        `To start afresh, losing everything in it: psql "$DATABASE_URL" -c 'drop schema public cascade' ` +
        `-c 'create schema public' && rm -r '${folder}'`,
    )
    await other.close()
  })

  test('starts afresh on a database emptied this way', async () => {
    const other = await createTestDatabase()
    for (const statement of ['drop schema public cascade', 'create schema public'])
      await sql.raw(statement).execute(other.database.db)
    expect(await migrate(other.database)).toContain('010_ledger.sql')
    await other.close()
  })

  test('says where to go and what is simulated, stops cleanly although a page listens, and starts again', async () => {
    const port = await freePort()
    const url = `http://localhost:${port}`
    const first = run({ PORT: String(port) })
    await expect.poll(() => first.said.out, { timeout: 150_000, interval: 20 }).toContain(url)
    expect(first.said.out).toMatch(/simulated.*test money/)
    expect(first.said.out).toContain('Ctrl-C')
    const user = await newUser(() => url, 1)
    const socket = new WebSocket(`ws://localhost:${port}/wss`, { headers: { origin: url } })
    await new Promise((resolve) => socket.once('open', resolve))
    const closed = new Promise<number>((resolve) => socket.once('close', resolve))
    first.child.kill('SIGTERM')
    expect(await first.ended, first.said.err).toBe(0)
    expect(await closed).toBe(1001)
    expect(first.said.err).not.toMatch(/"error"/)

    const second = run({ PORT: String(port) })
    await expect.poll(() => healthy(url), { timeout: 150_000, interval: 20 }).toBe(true)
    expect((await user.get('/api/checkUserIsSave')).body.data).toBe(true)
    second.child.kill('SIGINT')
    expect(await second.ended).toBe(0)
  })

  test('on a port that is taken says so in one line', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const { port } = taken.address() as { port: number }
    const { said, ended } = run({ PORT: String(port) })
    expect(await ended).toBe(1)
    const lines = said.err
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('{'))
    expect(lines).toEqual([expect.stringContaining(`Port ${port} is in use`)])
    taken.close()
  })

  test('without a database says so in one line', async () => {
    const { said, ended } = run({
      PORT: '0',
      DATABASE_URL: `postgres://x:y@127.0.0.1:${await freePort()}/none`,
    })
    expect(await ended).toBe(1)
    const lines = said.err
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('{'))
    expect(lines).toEqual([expect.stringContaining('could not start')])
    expect(said.err).not.toContain('x:y')
  })

  test('with a wrong setting names it', async () => {
    const { said, ended } = run({ PORT: 'eighty', MODE: 'live' })
    expect(await ended).toBe(1)
    const named = said.err
      .trim()
      .split('\n')
      .map((line) => line.split(':')[0])
    const live = ['PUBLIC_URL', 'CONSOLE_URL', 'CHAINS', 'SIGNER_URL, SIGNER_TOKEN', 'MODE=live']
    expect(named).toEqual(['PORT', ...live])
  })
})

describe('while the database is away', () => {
  let line: Line
  const server = setServer({
    through: async (url) => {
      line = await openLine(url)
      return line.url
    },
  })
  afterAll(() => line.cut())

  test('calls answer busy, while the page and health still work; when it is back everything continues', async () => {
    const user = await newUser(() => server.url, 2)
    const visitor = caller(() => server.url)
    line.cut()
    const seq = server.app.market.latest()?.seq ?? 0
    await new Promise((resolve) => setTimeout(resolve, 3_500)) // longer than a session stays cached

    const reply = await user.get('/api/modify_user')
    expect(reply.body, reply.text).toMatchObject({ status: 503, code: 'busy', data: null })
    expect(reply.headers.get('retry-after')).toBe('1')
    expect((await visitor.get('/api/getRate')).status).toBe(200)
    expect(await healthy(server.url)).toBe(false)

    line.mend()
    await expect.poll(() => healthy(server.url), { timeout: 150_000 }).toBe(true)
    expect((await user.get('/api/modify_user')).status).toBe(200)
    await expect
      .poll(() => server.app.market.latest()?.seq ?? 0, { timeout: 150_000 })
      .toBeGreaterThan(seq + 3)
  })
})

/** A connection to the database that can be cut. */
interface Line {
  url: string
  cut(): void
  mend(): void
}

async function openLine(databaseUrl: string): Promise<Line> {
  const url = new URL(databaseUrl)
  const [host, port] = [url.hostname, Number(url.port)]
  const ends = new Set<Socket>()
  let isCut = false
  const keep = (socket: Socket) => {
    ends.add(socket)
    socket.on('close', () => ends.delete(socket)).on('error', () => socket.destroy())
  }
  const wire = createServer((near) => {
    if (isCut) return void near.destroy()
    const far = connect(port, host)
    keep(near)
    keep(far)
    near.pipe(far).pipe(near)
  })
  await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve))
  url.port = String((wire.address() as { port: number }).port)
  wire.unref()
  return {
    url: url.href,
    cut() {
      isCut = true
      for (const end of ends) end.destroy()
    },
    mend() {
      isCut = false
    },
  }
}
