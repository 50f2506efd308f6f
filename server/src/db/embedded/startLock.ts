import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from './postmaster.ts'

/** Runs `work` while no other process of this machine does so with the same file; breaks the lock of a dead process. */
export async function withStartLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  for (let waitedMs = 0; !take(path); waitedMs += 20) {
    if (waitedMs > 120_000)
      throw new Error(`${path} is held by process ${holder(path)}; if that is not us, remove it`)
    if (waitedMs > 200 && !isAlive(holder(path))) rmSync(path, { force: true })
    await sleep(20)
  }
  try {
    return await work()
  } finally {
    rmSync(path, { force: true })
  }
}

function take(path: string): boolean {
  try {
    const file = openSync(path, 'wx', 0o600)
    writeSync(file, String(process.pid))
    closeSync(file)
    return true
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw thrown
  }
}

/** The pid in the lock file; a pid of no process when the file is gone or still empty. */
function holder(path: string): number {
  try {
    return Number(readFileSync(path, 'utf8')) || 2 ** 30
  } catch {
    return 2 ** 30
  }
}
