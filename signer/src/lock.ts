import { randomBytes } from 'node:crypto'
import { linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Takes the folder for this process; false when another living process has it. Locks are numbered and only the last counts,
 * so that of two processes that find the same dead one a single one can make the next. A dead lock stays until then.
 */
export function takeLock(folder: string, pid: number): boolean {
  const own = JSON.stringify({ pid, started: startOf(pid) })
  for (;;) {
    const last = locksIn(folder).at(-1) ?? 0
    const holder = last === 0 ? null : readHolder(join(folder, nameOf(last)))
    if (holder === 'gone') continue
    if (holder && isAlive(holder)) return false
    if (!makeLock(folder, last + 1, own)) continue
    for (const older of locksIn(folder).filter((number) => number <= last))
      rmSync(join(folder, nameOf(older)), { force: true })
    return true
  }
}

interface Holder {
  pid: number
  started: string
}

const nameOf = (number: number) => `lock.${number}`

function locksIn(folder: string): number[] {
  return readdirSync(folder)
    .flatMap((name) => /^lock\.([1-9]\d{0,14})$/.exec(name)?.[1] ?? [])
    .map(Number)
    .toSorted((a, b) => a - b)
}

/** Makes the lock in one step, complete; false when somebody else made it first. */
function makeLock(folder: string, number: number, text: string): boolean {
  const draft = join(folder, `draft.${randomBytes(6).toString('hex')}`)
  writeFileSync(draft, text, { mode: 0o600, flag: 'wx' })
  try {
    linkSync(draft, join(folder, nameOf(number)))
    return true
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw thrown
  } finally {
    rmSync(draft, { force: true })
  }
}

function readHolder(file: string): Holder | 'gone' {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return 'gone'
    throw thrown
  }
}

function isAlive({ pid, started }: Holder): boolean {
  try {
    process.kill(pid, 0)
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return startOf(pid) === started
}

/** When a process started, in the kernel's ticks, so that a number given out again is not taken for it; '' where unknown. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}
