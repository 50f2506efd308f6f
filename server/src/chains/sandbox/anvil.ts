import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { guardProcess } from '../../platform/guardProcess.ts'

/** A private chain: Foundry's anvil on a free port of this machine. */
export interface Anvil {
  url: string
  /** Settles when the process has exited. */
  ended: Promise<void>
  stop(): Promise<void>
}

/** Number of past block states to keep, so that a restart can continue from the last process's position. */
const STATES = 16
const START_PATIENCE_MS = 30_000

/**
 * Starts anvil on a saved state or on a new chain. It ends with this process, however that ends. Throws when it does
 * not start.
 */
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
  // Runs in its own process session: Ctrl-C in a terminal must reach only us, or the last blocks are not saved.
  const child = spawn(binary(), [...options, ...states, ...saved], {
    // Passes none of our environment, which may hold secrets.
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
  const kill = 'read -r line; kill -9 "$1"'
  const guard =
    child.pid === undefined ? null : guardProcess(kill, ['tickmark-chain-guard', String(child.pid)])
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

/** The address on which anvil reports to listen. */
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

/** Resolved as a file, because its wrapper takes a tenth of a second. */
function binary(): string {
  const machine = `${platform()}-${arch() === 'x64' ? 'amd64' : arch()}`
  const name = `@foundry-rs/anvil-${machine}/package.json`
  const require = createRequire(import.meta.url)
  const wrapper = require.resolve('@foundry-rs/anvil/package.json')
  const folder = dirname(createRequire(wrapper).resolve(name))
  return join(folder, 'bin', platform() === 'win32' ? 'anvil.exe' : 'anvil')
}
