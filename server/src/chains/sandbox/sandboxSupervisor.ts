import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf } from '../../platform/log.ts'
import type { Chain } from '../node/network.ts'
import { type SandboxChain, startSandboxChain } from './sandboxChain.ts'

/** The sandbox's chain cannot start. */
export class NotRunning extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'NotRunning'
  }
}

/**
 * Keeps the sandbox's chain running in the one process that owns it. Other processes read its address from a file
 * beside it.
 */
export interface SandboxSupervisor {
  /** Null while the chain does not run in this process. */
  current(): SandboxChain | null
  /** The chain's address, even when another process runs it. */
  url(): string | null
  /** Starts the chain unless it runs. Throws NotRunning. */
  open(): Promise<SandboxChain>
  /** Stops the chain without saving: another process is about to start it. */
  drop(): void
  stop(): Promise<void>
}

export function superviseSandbox(folder: string, chain: Chain): SandboxSupervisor {
  let running: SandboxChain | null = null
  return {
    current: () => running,
    url: () => running?.url ?? readNote(folder),
    async open() {
      if (running !== null) return running
      try {
        const started = await startSandboxChain(folder, chain)
        running = started
        void started.ended.then(() => {
          if (running === started) running = null
        })
        writeFileSync(noteIn(folder), started.url)
        return started
      } catch (thrown) {
        throw new NotRunning(messageOf(thrown))
      }
    },
    drop() {
      const dropped = running
      running = null
      void dropped?.abandon()
    },
    async stop() {
      const stopped = running
      running = null
      await stopped?.stop()
    },
  }
}

/** The sandbox chain's folder, inside the server's folder. */
export function sandboxFolderIn(dataDir: string): string {
  return join(dataDir, 'chain')
}

/** The last known address of that folder's chain, even from another process; null when it never ran. */
export function readNote(folder: string): string | null {
  try {
    return readFileSync(noteIn(folder), 'utf8')
  } catch {
    return null
  }
}

function noteIn(folder: string): string {
  return join(folder, 'url')
}
