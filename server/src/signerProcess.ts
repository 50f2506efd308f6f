import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'

/** Where a signer answers, and the word that opens its door. */
export interface SignerReach {
  url: string
  token: string
}

/** The sandbox's signer: a process of its own that this one starts and keeps running. A live house runs its signer apart. */
export interface SignerProcess {
  /** Where it answers now; null while it is starting. */
  reach(): SignerReach | null
  /** Settles when it answers for the first time. */
  begun: Promise<SignerReach>
  /** Ends it; its journal is whole after every answer. */
  stop(): Promise<void>
}

export interface SignerProcessOptions {
  dataDir: string
  clock: Clock
  log: Log
  /** Its settings (SIGNER_SITE, SIGNER_CHAINS, ...), without folder, port and token. */
  settings: Readonly<Record<string, string>>
}

const entry = resolve(import.meta.dirname, '../../signer/src/main.ts')
/** It is started again this long after it ended by itself. */
const AGAIN_AFTER_MS = 1_000

export function startSigner({ dataDir, clock, log, settings }: SignerProcessOptions): SignerProcess {
  const folder = join(dataDir, 'signer')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  let reach: SignerReach | null = null
  let child: ChildProcess | null = null
  let cancel = () => {}
  let isStopping = false
  const { promise: begun, resolve: begin } = Promise.withResolvers<SignerReach>()
  const start = () => {
    const token = randomBytes(32).toString('hex')
    const own = spawnSigner({ ...settings, SIGNER_DATA: folder, SIGNER_TOKEN: token })
    child = own
    onFirstLine(own, (line) => {
      reach = { url: urlOf(line), token }
      begin(reach)
    })
    tellLines(own, log)
    own.once('exit', (code, signal) => {
      reach = null
      if (isStopping) return
      log.warn('the signer ended and is started again', { code, signal })
      cancel = clock.at(clock.nowMs() + AGAIN_AFTER_MS, start)
    })
  }
  start()
  return {
    reach: () => reach,
    begun,
    stop() {
      isStopping = true
      cancel()
      return child ? ended(child) : Promise.resolve()
    },
  }
}

/** It ends with its standard input, and so never outlives us. */
function spawnSigner(settings: Readonly<Record<string, string>>): ChildProcess {
  return spawn(process.execPath, [entry], {
    env: { SIGNER_PORT: '0', SIGNER_WITH_PARENT: '1', ...settings },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
}

function onFirstLine(child: ChildProcess, run: (line: string) => void): void {
  if (child.stdout) createInterface({ input: child.stdout }).once('line', run)
}

/** Its own log, line by line, becomes part of ours. */
function tellLines(child: ChildProcess, log: Log): void {
  if (child.stderr)
    createInterface({ input: child.stderr }).on('line', (line) => log.info('signer', { line }))
}

function urlOf(line: string): string {
  const { url } = JSON.parse(line) as { url: string }
  return url
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((done) => child.once('exit', done))
  child.kill('SIGTERM')
  await gone
}
