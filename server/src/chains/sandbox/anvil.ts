import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'

/** A chain of our own: Foundry's anvil on a free port of this machine. */
export interface Anvil {
  url: string
  /** Settles when the process is gone. */
  ended: Promise<void>
  stop(): Promise<void>
}

/** States of past blocks that are kept, so that a restart reads on where the last process left off. */
const STATES = 16
const START_PATIENCE_MS = 30_000

/** Starts anvil, on a saved state or on a new chain. It ends with us, however we end. Throws when it does not come up. */
export async function launchAnvil(
  chainId: number,
  folder: string,
  statePath: string | null,
  keptStates = STATES,
): Promise<Anvil> {
  const options = [
    '--host',
    '127.0.0.1',
    '--port',
    '0',
    '--chain-id',
    String(chainId),
    '--accounts',
    '0',
    '--no-cors',
  ]
  const states = ['--prune-history', String(keptStates), '--preserve-historical-states']
  const saved = statePath === null ? [] : ['--load-state', statePath]
  // A session of its own: Ctrl-C in a terminal must reach us alone, or the last blocks are not saved.
  const child = spawn(binary(), [...options, ...states, ...saved], {
    // Nothing of our environment, which may hold secrets.
    env: { HOME: folder, NO_COLOR: '1' },
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.unref()
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  const guard = child.pid === undefined ? null : guardOf(child.pid)
  void ended.then(() => guard?.kill('SIGKILL'))
  const stop = async () => {
    child.ref()
    child.kill('SIGKILL')
    await ended
  }
  try {
    return { url: await listening(child), ended, stop }
  } catch (thrown) {
    await stop()
    throw thrown
  }
}

/** A small process that ends the chain when we are gone: its end of a pipe closes, it reads the end of file and kills. */
function guardOf(pid: number): ChildProcess {
  const script = 'read -r line; kill -9 "$1"'
  const guard = spawn('/bin/sh', ['-c', script, 'tickmark-chain-guard', String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.on('error', () => {})
  guard.stdin.on('error', () => {})
  guard.unref()
  ;(guard.stdin as unknown as { unref(): void }).unref()
  return guard
}

/** The address that anvil says it listens at. */
function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const timer = setTimeout(() => reject(new Error('anvil does not come up')), START_PATIENCE_MS)
    const hear = (chunk: Buffer) => {
      said = `${said}${chunk.toString()}`.slice(-4_000)
      const address = /Listening on (127\.0\.0\.1:\d+)/.exec(said)?.[1]
      if (address === undefined) return
      clearTimeout(timer)
      resolve(`http://${address}`)
    }
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', hear)
      ;(stream as unknown as { unref?(): void } | null)?.unref?.()
    }
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`anvil ended at once: ${said.trim()}`)))
  })
}

/** Resolved as a file, because its wrapper costs a tenth of a second. */
function binary(): string {
  const machine = `${platform()}-${arch() === 'x64' ? 'amd64' : arch()}`
  const name = `@foundry-rs/anvil-${machine}/package.json`
  const require = createRequire(import.meta.url)
  const wrapper = require.resolve('@foundry-rs/anvil/package.json')
  const folder = dirname(createRequire(wrapper).resolve(name))
  return join(folder, 'bin', platform() === 'win32' ? 'anvil.exe' : 'anvil')
}
