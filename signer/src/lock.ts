import { randomBytes } from 'node:crypto'
import { linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'

/**
 * Locks the folder for this process; false when another living process holds it. Locks are numbered and only the highest counts:
 * if two processes find the same dead lock, only one of them can create the next. A dead lock remains until a process replaces
 * it.
 */
export function takeLock(folder: string, pid: number): boolean {
  const own = JSON.stringify({ pid, started: startOf(pid) })
  for (;;) {
    const last = locksIn(folder).at(-1) ?? 0
    const held = last === 0 ? null : readHolder(join(folder, nameOf(last)))
    if (held === 'gone') continue
    if (held && isAlive(held)) return false
    if (!makeLock(folder, last + 1, own)) continue
    // Another process may have created and removed this number since we looked, and hold a higher one: then start over.
    if (locksIn(folder).at(-1) !== last + 1) {
      rmSync(join(folder, nameOf(last + 1)), { force: true })
      continue
    }
    for (const older of locksIn(folder).filter((number) => number <= last))
      rmSync(join(folder, nameOf(older)), { force: true })
    return true
  }
}

const holder = z.object({ pid: z.int().check(z.gte(1)), started: z.string() })
type Holder = z.infer<typeof holder>

const nameOf = (number: number) => `lock.${number}`

function locksIn(folder: string): number[] {
  return readdirSync(folder)
    .flatMap((name) => /^lock\.([1-9]\d{0,14})$/.exec(name)?.[1] ?? [])
    .map(Number)
    .toSorted((a, b) => a - b)
}

/** Creates the complete lock in one step; false when another process created it first. */
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

/** Null for a lock that a power cut left unwritten: its process is dead. */
function readHolder(file: string): Holder | 'gone' | null {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return 'gone'
    throw thrown
  }
  try {
    return z.parse(holder, JSON.parse(text))
  } catch {
    return null
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

/** Start time of a process in kernel ticks, so that a reused pid is not mistaken for it; '' when unknown. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}
