import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Log, messageOf } from '../../platform/log.ts'
import { databaseBinaries } from './binaries.ts'
import { isConnectionLoss } from '../failures.ts'
import { databaseHome, type Home, sharedState } from './home.ts'
import { removeOrphans } from './orphans.ts'
import {
  clearStalePid,
  commandOf,
  createCluster,
  guard,
  isAlive,
  isServing,
  launch,
  type Postmaster,
  readPostmaster,
  shutDown,
  StartFailure,
} from './postmaster.ts'
import { APPLICATION, OWNER, prepareApplication } from './prepare.ts'
import { withStartLock } from './startLock.ts'

/** A PostgreSQL server that this process runs. */
export interface Embedded {
  /** URL of the application's role, which owns nothing. */
  url: string
  /** URL of the role that owns the database and its tables, and is no superuser. */
  ownerUrl: string
  /** URL of the superuser; for tests and repairs. */
  adminUrl: string
  /** Holds its data; outside DATA_DIR when root keeps DATA_DIR where the database's account cannot go. */
  folder: string
  /** Shuts the server down cleanly, unless another process of ours guards it. */
  stop(): Promise<void>
}

interface Cluster {
  home: Home
  bin: string
  log: Log
  settings: Record<string, string>
  secrets: Secrets
}

interface Keeping extends Cluster {
  server: Postmaster
  /** The process that ends the server when we exit; null while another process's guard watches it. */
  guard: ChildProcess | null
}

/** Passwords of the three roles, stored beside the data and readable by us alone. */
interface Secrets {
  app: string
  owner: string
  admin: string
}

/**
 * Starts the built-in PostgreSQL on DATA_DIR, or adopts the server already running there, left by a killed process or
 * kept by another one. While we guard it, a server that dies is restarted on the same port. `settings` override
 * postgresql.conf; tests use them to trade durability for speed.
 */
export async function startOrAdoptEmbedded(
  dataDir: string,
  log: Log,
  settings: Record<string, string> = {},
): Promise<Embedded> {
  const home = databaseHome(dataDir)
  const keeping = await withStartLock(join(home.folder, 'start.lock'), async () => {
    const bin = databaseBinaries(home)
    checkVersion(home)
    const secrets = existsSync(home.data) ? readSecrets(home) : createData(home, bin)
    return keep({ home, bin, log, settings, secrets })
  })
  if (home.account !== null) await removeOrphans(sharedState, log)
  const letGo = keepRunning(keeping)
  let stopped: Promise<void> | null = null
  const stop = () => {
    letGo()
    return (stopped ??= release(keeping))
  }
  return {
    url: appUrl(keeping),
    ownerUrl: ownerUrl(keeping),
    adminUrl: adminUrl(keeping),
    folder: home.folder,
    stop,
  }
}

/** An adopted server may be shutting down because its last owner just exited: then start again. */
async function keep(site: Cluster): Promise<Keeping> {
  for (let attempt = 1; ; attempt++) {
    const server = await adoptOrLaunch(site, null)
    const kept = { ...site, server, guard: watchOver(site.home, server.pid) }
    try {
      const urls = { admin: adminUrl(kept), owner: ownerUrl(kept), app: appUrl(kept) }
      await prepareApplication(urls, site.secrets)
      return kept
    } catch (thrown) {
      kept.guard?.kill('SIGKILL')
      if (attempt === 5 || !isConnectionLoss(thrown)) throw thrown
      await sleep(100 * attempt)
    }
  }
}

function checkVersion(home: Home): void {
  const file = join(home.data, 'PG_VERSION')
  if (!existsSync(file)) return
  const version = readFileSync(file, 'utf8').trim()
  if (version !== '18')
    throw new Error(`${home.data} holds a database of PostgreSQL ${version}; this program has 18.`)
}

function createData(home: Home, bin: string): Secrets {
  const secret = () => randomBytes(24).toString('hex')
  const secrets = { app: secret(), owner: secret(), admin: secret() }
  writeJson(join(home.folder, 'secrets'), secrets)
  createCluster(home, bin, secrets.admin)
  return secrets
}

function readSecrets(home: Home): Secrets {
  const file = join(home.folder, 'secrets')
  if (!existsSync(file))
    throw new Error(`${file} is missing: without it the database beside it cannot be opened.`)
  const secrets = JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>
  const { app, owner, admin } = secrets
  if (!app || !owner || !admin)
    throw new Error(
      `${home.folder} holds a database of another version of this program: start afresh without it.`,
    )
  return { app, owner, admin }
}

/** A URL in use fixes `port`; otherwise any free port will do. */
async function adoptOrLaunch(site: Cluster, port: number | null): Promise<Postmaster> {
  const { home, log } = site
  await letGuardAct(home)
  const running = await settleRunning(home)
  if (running !== null) {
    log.info('adopted the running database', { pid: running.pid, port: running.port })
    return running
  }
  clearStalePid(home)
  for (let attempt = 1; ; attempt++) {
    const chosen = port ?? (await choosePort(home, attempt))
    try {
      const server = await launch(home, site.bin, chosen, site.settings)
      writeFileSync(join(home.folder, 'port'), String(server.port))
      return server
    } catch (thrown) {
      if (attempt === 5 || !(thrown instanceof StartFailure) || !thrown.mayPass) throw thrown
      await sleep(100 * attempt)
    }
  }
}

/** Waits until a server found on the data is either ready or gone. */
async function settleRunning(home: Home): Promise<Postmaster | null> {
  for (let waitedMs = 0; waitedMs < 60_000; waitedMs += 10) {
    const found = readPostmaster(home)
    if (found === null || !isServing(home, found.pid)) return null
    if (found.isReady) return found
    await sleep(10)
  }
  throw new Error(`A PostgreSQL server on ${home.data} is neither ready nor gone after a minute.`)
}

/** The last port, so that tools set up for it keep working; another one when it is in use. */
async function choosePort(home: Home, attempt: number): Promise<number> {
  const file = join(home.folder, 'port')
  const last = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  return (attempt === 1 ? await freePort(last) : null) ?? (await freePort(0)) ?? 0
}

function freePort(wanted: number): Promise<number | null> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(null))
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : null))
    })
  })
}

interface GuardNote {
  guard: number
  owner: number
}

function readGuardNote(home: Home): GuardNote | null {
  const file = join(home.folder, 'guard')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as GuardNote) : null
}

/** When the last owner has exited, its guard is shutting the server down: wait until either of them is gone. */
async function letGuardAct(home: Home): Promise<void> {
  const note = readGuardNote(home)
  if (note === null || isAlive(note.owner)) return
  const isEnding = () => {
    const server = readPostmaster(home)
    return server !== null && isServing(home, server.pid) && isServing(home, note.guard)
  }
  for (let waitedMs = 0; waitedMs < 60_000 && isEnding(); waitedMs += 5) await sleep(5)
  rmSync(join(home.folder, 'guard'))
}

/** Starts a guard for the server; null when another process guards it, because then we must not end the server. */
function watchOver(home: Home, server: number): ChildProcess | null {
  const note = readGuardNote(home)
  if (note !== null && commandOf(note.guard).includes(`${home.data} ${server}`)) return null
  const mine = guard(home, server)
  writeJson(join(home.folder, 'guard'), { guard: mine.pid, owner: process.pid })
  return mine
}

/** Checks four times a second whether the server runs; if not, restarts it or takes it over. */
function keepRunning(keeping: Keeping): () => void {
  let isOver = false
  let isBusy = false
  const timer = setInterval(() => {
    if (isBusy || isAlive(keeping.server.pid)) return
    isBusy = true
    revive(keeping, () => isOver)
      .catch((thrown: unknown) =>
        keeping.log.error('the database does not start again', { reason: messageOf(thrown) }),
      )
      .finally(() => (isBusy = false))
  }, 250)
  timer.unref()
  return () => {
    isOver = true
    clearInterval(timer)
  }
}

async function revive(keeping: Keeping, isOver: () => boolean): Promise<void> {
  const { home, log } = keeping
  log.warn('the database has exited unexpectedly; restarting it', { pid: keeping.server.pid })
  await withStartLock(join(home.folder, 'start.lock'), async () => {
    if (isOver()) return
    keeping.guard?.kill('SIGKILL')
    keeping.server = await adoptOrLaunch(keeping, keeping.server.port)
    keeping.guard = watchOver(home, keeping.server.pid)
  })
}

async function release({ home, server, guard: mine }: Keeping): Promise<void> {
  if (mine === null) return
  await withStartLock(join(home.folder, 'start.lock'), async () => {
    mine.kill('SIGKILL')
    rmSync(join(home.folder, 'guard'), { force: true })
    await shutDown(home, server.pid)
  })
}

function appUrl({ secrets, server }: Keeping): string {
  return `postgres://${APPLICATION}:${secrets.app}@127.0.0.1:${server.port}/tickmark`
}

function ownerUrl({ secrets, server }: Keeping): string {
  return `postgres://${OWNER}:${secrets.owner}@127.0.0.1:${server.port}/tickmark`
}

function adminUrl({ secrets, server }: Keeping): string {
  return `postgres://postgres:${secrets.admin}@127.0.0.1:${server.port}/postgres`
}

function writeJson(path: string, value: object): void {
  writeFileSync(path, JSON.stringify(value), { mode: 0o600 })
}
