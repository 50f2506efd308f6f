import { existsSync, mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { type Config, ConfigProblem, journalFile, keysFile, loadConfig } from './config.ts'
import { contractAsker } from '@tickmark/chainkit/contractWallets'
import { loadSeed } from './keys/keys.ts'
import { takeLock } from './lock.ts'
import { type Say, signerServer } from './server.ts'
import { openSigner, type Signer } from './signer.ts'

/** How long a new signer waits for the lock: a killed server may restart before its old signer has exited. */
const LOCK_WITHIN_MS = 3_000
const LOCK_AGAIN_MS = 50

const say: Say = (message, facts) =>
  void process.stderr.write(`${JSON.stringify({ at: new Date().toISOString(), message, ...facts })}\n`)

try {
  await run(loadConfig(process.env))
} catch (thrown) {
  const reason = thrown instanceof Error ? thrown.message : String(thrown)
  process.stderr.write(
    thrown instanceof ConfigProblem ? `${reason}\n` : `The signer could not start: ${reason}\n`,
  )
  process.exit(1)
}

async function run(config: Config): Promise<void> {
  if (config.isWithParent) endWithParent()
  mkdirSync(config.folder, { recursive: true, mode: 0o700 })
  await waitForLock(config.folder)
  const signer = openSigner({
    seed: loadSeed(keysFile(config), !existsSync(journalFile(config))),
    journalFile: journalFile(config),
    rules: config.rules,
    askContract: config.contracts && contractAsker(config.contracts.rpcUrl, config.contracts.chainId),
    nowMs: Date.now,
  })
  await listen(config, signer)
}

async function waitForLock(folder: string): Promise<void> {
  const untilMs = Date.now() + LOCK_WITHIN_MS
  while (!takeLock(folder, process.pid)) {
    if (Date.now() > untilMs) throw new Error(`another signer is running on ${folder}`)
    await new Promise((done) => setTimeout(done, LOCK_AGAIN_MS))
  }
}

/** Listens on this machine only, and prints the address to standard output. */
async function listen(config: Config, signer: Signer): Promise<void> {
  const server = signerServer(signer, config.token, say)
  await new Promise<void>((done, fail) => server.once('error', fail).listen(config.port, '127.0.0.1', done))
  const stop = () => {
    server.close(() => process.exit(0))
    server.closeIdleConnections()
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  const { port } = server.address() as AddressInfo
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`)
}

function endWithParent(): void {
  process.stdin.on('end', () => process.exit(0))
  process.stdin.on('error', () => process.exit(0))
  process.stdin.resume()
}
