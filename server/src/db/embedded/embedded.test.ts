import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { silentLog } from '../../platform/log.ts'
import { loadKeys } from '../../platform/keys.ts'
import { canReach } from './account.ts'
import { databaseBinaries, packageRoot } from './binaries.ts'
import { type Embedded, startOrAdoptEmbedded } from './embedded.ts'
import { databaseHome } from './home.ts'
import { isAlive } from './postmaster.ts'

const isRoot = process.getuid?.() === 0
const nobody = { uid: 65_534, gid: 65_534 }
const keeperFile = join(import.meta.dirname, 'keeper.testing.ts')
const outsiderCanRunUs = isRoot && [process.execPath, keeperFile].every((path) => canReach(path, nobody))

let folder: string
let dataDir: string
const children = new Set<ChildProcess>()
const servers = new Set<Embedded>()

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tickmark-embedded-'))
  chmodSync(folder, 0o755)
  dataDir = join(folder, 'data')
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const server of servers) await server.stop()
  await expect.poll(() => children.size).toBe(0)
  servers.clear()
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function start(where = dataDir): Promise<Embedded> {
  const server = await startOrAdoptEmbedded(where, silentLog(), { fsync: 'off' })
  servers.add(server)
  return { ...server, url: server.ownerUrl }
}

interface Keeper {
  child: ChildProcess
  url: string
}

/** The same in a separate process, which tests may kill. */
async function keeper(where = dataDir, account: { uid?: number; gid?: number } = {}): Promise<Keeper> {
  const child = spawn(process.execPath, [keeperFile, where], { ...account, stdio: ['pipe', 'pipe', 'pipe'] })
  children.add(child)
  child.on('exit', () => children.delete(child))
  let said = ''
  child.stderr.on('data', (chunk) => (said += String(chunk)))
  const first = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  if (typeof first[0] === 'number') throw new Error(said)
  return { child, url: String(first[0]).trim() }
}

async function query<T extends object>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}

const pidFile = () => join(dataDir, 'postgres', 'data', 'postmaster.pid')
const serverPid = () => Number(readFileSync(pidFile(), 'utf8').split('\n')[0])
const isRunning = () => existsSync(pidFile()) && isAlive(serverPid())
const marks = async (url: string) =>
  (await query<{ n: number }>(url, 'select n from mark order by n')).map((row) => row.n)

test('a new folder becomes a database, and a later start finds its data, at the same address', async () => {
  const first = await start()
  await query(first.url, 'create table mark (n int); insert into mark values (1)')
  await first.stop()
  expect(isRunning()).toBe(false)
  const second = await start()
  expect(second.url).toBe(first.url)
  expect(await marks(second.url)).toEqual([1])
})

test('the application is no superuser, a wrong password is refused, and the server listens only on this machine', async () => {
  const { url } = await start()
  const rows = await query<{ super: string; heard: string }>(
    url,
    `select current_setting('is_superuser') as super, current_setting('listen_addresses') as heard`,
  )
  expect(rows).toEqual([{ super: 'off', heard: '127.0.0.1' }])
  await expect(query(url.replace(/:[0-9a-f]+@/, ':guess@'), 'select 1')).rejects.toThrow(
    'password authentication failed',
  )
})

test('all crash protection stays on', async () => {
  const other = await startOrAdoptEmbedded(join(folder, 'durable'), silentLog())
  servers.add(other)
  const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums']
  const rows = await query<{ name: string; setting: string }>(
    other.url,
    `select name, setting from pg_settings where name in ('${names.join("','")}')`,
  )
  expect(rows.map((row) => row.setting)).toEqual(['on', 'on', 'on', 'on'])
})

test('two folders run side by side on different ports', async () => {
  const here = await start()
  const there = await start(join(folder, 'durable'))
  expect(new URL(there.url).port).not.toBe(new URL(here.url).port)
  await expect(marks(there.url)).rejects.toThrow('does not exist')
})

test('when its port is taken, it uses another', async () => {
  const home = join(dataDir, 'postgres')
  const other = await start(join(folder, 'durable'))
  writeFileSync(join(home, 'port'), new URL(other.url).port)
  const here = await start()
  expect(new URL(here.url).port).not.toBe(new URL(other.url).port)
  expect(await marks(here.url)).toEqual([1])
})

test.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)(
  'a process ended by %s leaves no server behind',
  async (signal) => {
    const { child } = await keeper()
    const pid = serverPid()
    child.kill(signal)
    await expect.poll(() => isAlive(pid), { timeout: 150_000 }).toBe(false)
    expect(await marks((await start()).url)).toEqual([1])
  },
)

test('nor does one that exits without cleaning up', async () => {
  const { child } = await keeper()
  const pid = serverPid()
  child.stdin?.write('exit\n')
  await expect.poll(() => isAlive(pid), { timeout: 150_000 }).toBe(false)
})

test('a start right after a kill -9 copes with the server that is still ending', async () => {
  for (let round = 0; round < 5; round++) {
    const { child } = await keeper()
    child.kill('SIGKILL')
  }
  expect(await marks((await start()).url)).toEqual([1])
})

test('a server that outlived its process and its guard is adopted and ended by its new owner', async () => {
  const { child } = await keeper()
  const pid = serverPid()
  const note = JSON.parse(readFileSync(join(dataDir, 'postgres', 'guard'), 'utf8')) as { guard: number }
  process.kill(note.guard, 'SIGKILL')
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(isAlive(pid)).toBe(true)
  const adopted = await start()
  expect(serverPid()).toBe(pid)
  expect(await marks(adopted.url)).toEqual([1])
  await adopted.stop()
  expect(isAlive(pid)).toBe(false)
})

test('a second process shares the server, leaves it running, and takes over when the first one goes', async () => {
  const first = await keeper()
  const second = await keeper()
  expect(second.url).toBe(first.url)
  const third = await start()
  await third.stop()
  expect(await marks(first.url)).toEqual([1])
  first.child.stdin?.write('stop\n')
  await once(first.child, 'exit')
  await expect.poll(() => marks(second.url).catch(() => []), { timeout: 150_000 }).toEqual([1])
})

test('two processes that start on a new folder at once get one server', async () => {
  const where = join(folder, 'together')
  const both = await Promise.all([keeper(where), keeper(where)])
  expect(both[0].url).toBe(both[1].url)
})

test('a server that crashes under us is started again on the same port', async () => {
  const { url } = await start()
  const pid = serverPid()
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => marks(url).catch(() => []), { timeout: 150_000 }).toEqual([1])
  expect(serverPid()).not.toBe(pid)
})

test('a pid file whose number belongs to another process by now does not stop a start', async () => {
  const file = join(dataDir, 'postgres', 'data', 'postmaster.pid')
  for (const pid of [process.pid, 1, 4_000_000]) {
    writeFileSync(
      file,
      `${pid}\n${join(dataDir, 'postgres', 'data')}\n1700000000\n5432\n\n127.0.0.1\n  1234 5678\nready   \n`,
    )
    const server = await start()
    expect(await marks(server.url)).toEqual([1])
    await server.stop()
  }
})

test('the remains of an interrupted first start do no harm', async () => {
  const where = join(folder, 'cut')
  mkdirSync(join(where, 'postgres', 'data.new', 'base'), { recursive: true })
  writeFileSync(join(where, 'postgres', 'data.new', 'PG_VERSION'), '18\n')
  writeFileSync(join(where, 'postgres', 'start.lock'), '4000000')
  expect(await query((await start(where)).url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('data of another PostgreSQL, or without its passwords, is refused in words', async () => {
  const where = join(folder, 'old')
  mkdirSync(join(where, 'postgres', 'data'), { recursive: true })
  writeFileSync(join(where, 'postgres', 'data', 'PG_VERSION'), '15\n')
  await expect(start(where)).rejects.toThrow('of PostgreSQL 15')
  writeFileSync(join(where, 'postgres', 'data', 'PG_VERSION'), '18\n')
  await expect(start(where)).rejects.toThrow('secrets is missing')
  writeFileSync(join(where, 'postgres', 'secrets'), '{"app":"a","admin":"b"}')
  await expect(start(where)).rejects.toThrow('of another version of this program')
  writeFileSync(join(where, 'postgres', 'secrets'), '{"app":"a","owner":"o","admin":"b"}')
  await expect(start(where)).rejects.toThrow(/did not start: it ended at once.*\n.*postgresql.conf/)
})

test('libraries without their links (install scripts did not run) get them', () => {
  const root = join(folder, 'package')
  cpSync(packageRoot(), root, { recursive: true, verbatimSymlinks: true })
  const link = join(root, 'native', 'lib', 'libpq.so.5')
  rmSync(link, { force: true })
  expect(databaseBinaries(databaseHome(dataDir), root)).toBe(join(root, 'native', 'bin'))
  expect(existsSync(link)).toBe(true)
})

test.runIf(isRoot)('a DATA_DIR that the keys made first still holds the database, and hides the keys', () => {
  const where = join(folder, 'keys-first')
  loadKeys(join(where, 'keys.json'), Date.now())
  const home = databaseHome(where)
  expect(home.folder).toBe(join(where, 'postgres'))
  expect(home.account === null || canReach(home.folder, home.account)).toBe(true)
  expect(statSync(where).mode & 0o044).toBe(0)
  expect(statSync(join(where, 'keys.json')).mode & 0o077).toBe(0)
})

test.runIf(isRoot)(
  'below a folder that only root may enter, data and programs move to where the account can go',
  async () => {
    const closed = join(folder, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    cpSync(packageRoot(), join(closed, 'package'), { recursive: true, verbatimSymlinks: true })
    const where = join(closed, 'data')
    const home = databaseHome(where)
    try {
      expect(home.folder.startsWith(closed)).toBe(false)
      const programs = databaseBinaries(home, join(closed, 'package'))
      expect(home.account === null || canReach(join(programs, 'postgres'), home.account)).toBe(true)
      const first = await start(where)
      await query(first.url, 'create table mark (n int); insert into mark values (7)')
      await first.stop()
      expect(await marks((await start(where)).url)).toEqual([7])
      cpSync(where, join(closed, 'copy'), { recursive: true })
      await expect(start(join(closed, 'copy'))).rejects.toThrow('is a copy of')
      renameSync(where, join(closed, 'moved'))
      expect(databaseHome(join(closed, 'moved')).folder).toBe(home.folder)
      for (const server of servers) await server.stop()
      rmSync(closed, { recursive: true })
      await start()
      expect(existsSync(home.folder)).toBe(false)
    } finally {
      for (const server of servers) await server.stop()
      rmSync(home.folder, { recursive: true, force: true })
    }
  },
)

test.runIf(outsiderCanRunUs)(
  'an ordinary user runs it as himself, and root may run it for him later',
  async () => {
    const where = join(folder, 'ordinary')
    mkdirSync(where)
    chownSync(where, nobody.uid, nobody.gid)
    const { child, url } = await keeper(where, nobody)
    await query(url, 'create table mark (n int); insert into mark values (3)')
    child.stdin?.write('stop\n')
    await once(child, 'exit')
    expect(await marks((await start(where)).url)).toEqual([3])
  },
)

test.runIf(outsiderCanRunUs)('an ordinary user is told when the data belong to another account', async () => {
  const where = join(folder, 'foreign')
  mkdirSync(join(where, 'postgres', 'data'), { recursive: true })
  await expect(keeper(where, nobody)).rejects.toThrow('belongs to another user')
})
