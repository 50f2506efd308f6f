import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { readJson } from '@tickmark/core/json'
import * as z from 'zod/mini'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'

/** A signer's address and access token. */
export interface SignerReach {
  url: string
  token: string
}

/**
 * The sandbox's signer: a separate process that this one starts and keeps running. A live operator runs the signer
 * separately.
 */
export interface SignerProcess {
  /** Its present address; null while it starts. */
  reach(): SignerReach | null
  /** The same, but waits for a signer that is starting: 5 s at most. */
  reachSoon(): Promise<SignerReach | null>
  /** Ends the signer; its journal is complete after every answer. */
  stop(): Promise<void>
}

export interface SignerProcessOptions {
  dataDir: string
  clock: Clock
  log: Log
  /** Its settings (SIGNER_SITE, SIGNER_CHAINS, ...), without folder, port and token. */
  settings: Readonly<Record<string, string>>
}

const entry = resolve(import.meta.dirname, '../../../signer/src/main.ts')
/** Delay before a restart after it ended by itself. */
const AGAIN_AFTER_MS = 1_000
const PATIENCE_MS = 5_000
const firstLine = z.object({ url: z.url({ protocol: /^http$/ }) })

export function startSigner({ dataDir, clock, log, settings }: SignerProcessOptions): SignerProcess {
  const folder = join(dataDir, 'signer')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  let reach: SignerReach | null = null
  let child: ChildProcess | null = null
  let cancel = () => {}
  let isStopping = false
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const gone = (facts: Record<string, string | number | null>) => {
    child = null
    reach = null
    if (isStopping) return
    log.warn('the signer ended and is started again', facts)
    cancel = clock.at(clock.nowMs() + AGAIN_AFTER_MS, start)
  }
  const start = () => {
    const token = randomBytes(32).toString('hex')
    const own = spawnSigner({ ...settings, SIGNER_DATA: folder, SIGNER_TOKEN: token })
    child = own
    onceGone(own, gone)
    onFirstLine(own, (line) => {
      const url = urlIn(line)
      if (child !== own) return
      if (url === null) return void own.kill('SIGKILL')
      reach = { url, token }
      begin()
    })
    tellLines(own, log)
  }
  start()
  return {
    reach: () => reach,
    async reachSoon() {
      const { promise: late, resolve } = Promise.withResolvers<void>()
      const cancelWait = clock.at(clock.nowMs() + PATIENCE_MS, resolve)
      await Promise.race([begun, late])
      cancelWait()
      return reach
    },
    stop() {
      isStopping = true
      cancel()
      return child ? ended(child) : Promise.resolve()
    },
  }
}

/** Runs once: at the exit, or at a failed start, which gives an error event and no exit. */
function onceGone(child: ChildProcess, run: (facts: Record<string, string | number | null>) => void): void {
  child.once('exit', (code, signal) => run({ code, signal }))
  child.on('error', (thrown) => {
    if (child.pid === undefined) run({ reason: thrown.message })
  })
}

/** The signer ends when its standard input closes, and so never outlives us. */
function spawnSigner(settings: Readonly<Record<string, string>>): ChildProcess {
  return spawn(process.execPath, [entry], {
    env: { SIGNER_PORT: '0', SIGNER_WITH_PARENT: '1', ...settings },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
}

function onFirstLine(child: ChildProcess, run: (line: string) => void): void {
  if (child.stdout) createInterface({ input: child.stdout }).once('line', run)
}

/** Copies the signer's log into ours, line by line. */
function tellLines(child: ChildProcess, log: Log): void {
  if (child.stderr)
    createInterface({ input: child.stderr }).on('line', (line) => log.info('signer', { line }))
}

/** Null when the line does not name its address. */
function urlIn(line: string): string | null {
  const said = z.safeParse(firstLine, readJson(line))
  return said.success ? said.data.url : null
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((done) => child.once('exit', done))
  child.kill('SIGTERM')
  await gone
}
