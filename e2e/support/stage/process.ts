import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createTestDatabase, type TestDatabase } from '@tickmark/server/db/database.testing'
import { afterAll, beforeAll } from 'vitest'

const main = resolve(import.meta.dirname, '../../../server/src/main.ts')

/** The real server in its own process, which a test kills and restarts. */
export interface Program {
  readonly url: string
  /** Waits for an earlier process to end, then starts one; resolves when it answers. */
  start(): Promise<void>
  /** SIGKILL: no shutdown. */
  kill(): Promise<void>
  /** SIGTERM; returns the exit code. */
  stop(): Promise<number | null>
}

/** A server process whose database and data folder survive each kill. */
interface TestProgram extends Program {
  readonly dataDir: string
  readonly database: TestDatabase
}

/** Prepares a server process for a test file; the test starts it. `env` adds to port, folder and database. */
export function setProgram(name: string, env: Readonly<Record<string, string>> = {}): TestProgram {
  let parts: { program: Program; database: TestDatabase; dataDir: string } | undefined
  const need = () => {
    if (!parts) throw new Error('the program is not ready yet')
    return parts
  }
  beforeAll(async () => {
    const dataDir = await mkdtemp(join(tmpdir(), `tickmark-${name}-`))
    const database = await createTestDatabase()
    const program = await startProgram({ DATA_DIR: dataDir, DATABASE_URL: database.url, ...env })
    parts = { program, database, dataDir }
  })
  afterAll(async () => {
    if (!parts) return
    await parts.program.kill()
    await parts.database.close()
    await rm(parts.dataDir, { recursive: true })
  })
  return {
    get url() {
      return need().program.url
    },
    get database() {
      return need().database
    },
    get dataDir() {
      return need().dataDir
    },
    start: () => need().program.start(),
    kill: () => need().program.kill(),
    stop: () => need().program.stop(),
  }
}

/** A server process on a free port with the given environment. */
export async function startProgram(env: Readonly<Record<string, string>>): Promise<Program> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  let child: ChildProcess | undefined
  let output = ''

  async function ended(signal: NodeJS.Signals): Promise<number | null> {
    const running = child
    child = undefined
    if (!running || running.exitCode !== null || running.signalCode !== null) return running?.exitCode ?? null
    const exit = new Promise<number | null>((done) => running.once('exit', (code) => done(code)))
    running.kill(signal)
    return exit
  }

  return {
    url,
    async start() {
      await ended('SIGKILL')
      const began = performance.now()
      output = ''
      const started = spawn(process.execPath, [main], {
        env: { PATH: process.env['PATH'], ...env, PORT: String(port) },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child = started
      started.stdout.on('data', (text) => (output += text))
      started.stderr.on('data', (text) => (output += text))
      while (!(await isUp(url))) {
        if (started.exitCode !== null) throw new Error(`the program ended: ${output.slice(-2_000)}`)
        if (performance.now() - began > 300_000)
          throw new Error(`it does not answer: ${output.slice(-2_000)}`)
        await new Promise((next) => setTimeout(next, 10))
      }
    },
    async kill() {
      await ended('SIGKILL')
    },
    stop: () => ended('SIGTERM'),
  }
}

async function isUp(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/healthz`).catch(() => null)
  return answer?.status === 200
}

function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const probe = createServer()
    probe.once('error', failed)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => done(port))
    })
  })
}
