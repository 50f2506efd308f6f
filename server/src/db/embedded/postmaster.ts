import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { platform } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { guardProcess } from '../../platform/guardProcess.ts'
import { giveTo, type Home } from './home.ts'

/** Fields of PostgreSQL's `postmaster.pid`. */
export interface Postmaster {
  pid: number
  port: number
  isReady: boolean
}

/** Tuned for a ledger that commits in batches; nothing here trades durability for speed. */
const settings: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_level: 'replica',
  wal_buffers: '16MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  deadlock_timeout: '200ms',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'log',
  log_checkpoints: 'off',
}

/** A start that finds a longer server log begins a new one. */
const longestLogBytes = 4_194_304

/** Makes an empty cluster. The last step is a rename, so that an interrupted attempt leaves no partial cluster. */
export function createCluster(home: Home, bin: string, superPassword: string): void {
  const draft = join(home.folder, 'data.new')
  const passwordFile = join(home.folder, 'password.new')
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  writeFileSync(passwordFile, `${superPassword}\n`, { mode: 0o600 })
  for (const path of [draft, passwordFile]) giveTo(home, path)
  const access = ['--auth=scram-sha-256', '--username=postgres', `--pwfile=${passwordFile}`]
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const run = spawnSync(
    join(bin, 'initdb'),
    [`--pgdata=${draft}`, ...access, ...locale, '--no-instructions'],
    {
      ...processOptions(home),
      encoding: 'utf8',
    },
  )
  rmSync(passwordFile, { force: true })
  if (run.error !== undefined) throw new Error(`initdb could not be run: ${explain(run.error, bin)}`)
  if (run.status !== 0) throw new Error(`initdb failed (${run.status ?? run.signal}): ${run.stderr.trim()}`)
  renameSync(draft, home.data)
}

/** Starts a server on the port and waits until it accepts connections; throws with the server's messages. */
export async function launch(
  home: Home,
  bin: string,
  port: number,
  more: Record<string, string>,
): Promise<Postmaster> {
  const logPath = join(home.folder, 'log')
  const isLong = (statSync(logPath, { throwIfNoEntry: false })?.size ?? 0) > longestLogBytes
  const log = openSync(logPath, isLong ? 'w' : 'a', 0o600)
  const logStart = fstatSync(log).size
  const options = Object.entries({ ...settings, ...more }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  // Runs in its own process session: Ctrl-C in a terminal must reach only us, or requests in progress lose their
  // database.
  const child = spawn(join(bin, 'postgres'), ['-D', home.data, '-p', String(port), ...options], {
    ...processOptions(home),
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  child.unref()
  const end = ending(child)
  for (let waitedMs = 0; waitedMs < 120_000; waitedMs += 5) {
    const found = readPostmaster(home)
    if (found?.isReady === true && found.pid === child.pid) return found
    if (end.reason !== null)
      throw new StartFailure(explain(end.reason, bin), readFileSync(logPath, 'utf8').slice(logStart))
    await sleep(5)
  }
  child.kill('SIGKILL')
  throw new StartFailure('not ready after two minutes', readFileSync(logPath, 'utf8').slice(logStart))
}

/** A server failed to start; the message has its output. */
export class StartFailure extends Error {
  /** Whether a retry may succeed: the port was in use, or the last server's processes are still shutting down. */
  readonly mayPass: boolean

  constructor(reason: string, said: string) {
    super(`PostgreSQL did not start: ${reason}${said.trim() === '' ? '' : `\n${said.trim()}`}`)
    this.name = 'StartFailure'
    this.mayPass = /could not bind|could not create any TCP|pre-existing shared memory/.test(said)
  }
}

/** The server named by the data folder's pid file. It may have ended since (see `isServing`). */
export function readPostmaster(home: Home): Postmaster | null {
  const path = join(home.data, 'postmaster.pid')
  if (!existsSync(path)) return null
  const [pidLine, , , port, , , , status] = readFileSync(path, 'utf8').split('\n')
  const pid = Number(pidLine)
  if (!Number.isSafeInteger(pid) || pid <= 0) return null
  return { pid, port: Number(port ?? 0), isReady: status?.trim() === 'ready' }
}

/** Whether the process is alive and was started on this data folder; pids are reused after a reboot. */
export function isServing(home: Home, pid: number): boolean {
  return isAlive(pid) && commandOf(pid).includes(home.data)
}

/**
 * Removes the pid file of a server that no longer runs. PostgreSQL itself refuses to when another process has that pid.
 */
export function clearStalePid(home: Home): void {
  rmSync(join(home.data, 'postmaster.pid'), { force: true })
}

/** Whether a process of that id runs. An ended process that its parent has not reaped (a zombie) does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  if (platform() !== 'linux') return true
  try {
    return commandOf(pid) !== ''
  } catch {
    // Unknown, as when too many files are open: nobody may take its place.
    return true
  }
}

/**
 * Ends a server: "fast" (rolls back open transactions, then writes a checkpoint), then harder when it does not stop.
 */
export async function shutDown(home: Home, pid: number): Promise<void> {
  for (const [signal, patienceMs] of [
    ['SIGINT', 30_000],
    ['SIGQUIT', 10_000],
  ] as const) {
    if (!isServing(home, pid)) return
    process.kill(pid, signal)
    for (let waitedMs = 0; waitedMs < patienceMs && isAlive(pid); waitedMs += 5) await sleep(5)
  }
  if (isAlive(pid)) throw new Error(`PostgreSQL (process ${pid}) does not end`)
}

/**
 * A small process that shuts the server down when we exit, however we exit. Its pipe closes, it reads the end of file,
 * signals the server, and stays until the server is gone. Its command line names the data folder, so that another start
 * can find it.
 */
export function guard(home: Home, pid: number): ChildProcess {
  const script = `serves() { [ "$(head -n 1 "$1/postmaster.pid" 2>/dev/null)" = "$2" ] && kill -0 "$2"; }
read -r line
serves "$1" "$2" && kill -INT "$2"
while serves "$1" "$2"; do sleep 0.02; done`
  return guardProcess(script, ['tickmark-guard', home.data, String(pid)], processOptions(home))
}

/** The command line of a process, or '' when it is gone. Throws when that cannot be read. */
export function commandOf(pid: number): string {
  try {
    if (platform() === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: 'pipe',
    })
  } catch (thrown) {
    const { code, status } = thrown as NodeJS.ErrnoException & { status?: number }
    if (code === 'ENOENT' || code === 'ESRCH' || status === 1) return ''
    throw thrown
  }
}

function processOptions(home: Home) {
  // Passes nothing else of our environment: it may hold secrets, or PG* variables meant for another server.
  const env = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' }
  return { cwd: home.folder, env, ...home.account }
}

function ending(child: ChildProcess): { reason: Error | string | null } {
  const end: { reason: Error | string | null } = { reason: null }
  child.on('error', (error) => (end.reason = error))
  child.on('exit', (code, signal) => (end.reason = `it ended at once (${code ?? signal})`))
  return end
}

function explain(reason: Error | string, bin: string): string {
  if (typeof reason === 'string') return reason
  if ((reason as NodeJS.ErrnoException).code !== 'ENOENT') return reason.message
  return `${bin} holds programs for glibc, which this system lacks: set DATABASE_URL to a PostgreSQL server of your own`
}
