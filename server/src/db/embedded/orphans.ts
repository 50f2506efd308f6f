import { DAY_MS } from '@tickmark/core/days'
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import { type Log, messageOf } from '../../platform/log.ts'
import { identityOf, type Owner, readOwner } from './belongsTo.ts'
import { isServing, readPostmaster } from './postmaster.ts'

/** How long a DATA_DIR must be gone: it may have moved to where nothing points to it, or its disk may be away. */
const KEPT_MS = 30 * DAY_MS

/**
 * Removes the database folders under `parent` whose DATA_DIR is gone: at once when it lay below `temporary`, else after
 * 30 days. Keeps one that a server still uses, one whose DATA_DIR is there again or was renamed, and one whose
 * DATA_DIR's file system is not mounted now. Failures are logged.
 */
export async function removeOrphans(parent: string, log: Log, temporary = tmpdir()): Promise<void> {
  const names = existsSync(parent) ? readdirSync(parent).filter((name) => name.startsWith('data-')) : []
  for (const folder of names.map((name) => join(parent, name))) {
    try {
      const owner = readOwner(folder)
      if (owner === null || !isOrphan(folder, owner)) continue
      if (!isBelow(owner.path, temporary) && goneMs(folder) < KEPT_MS) {
        log.warn('the DATA_DIR of a database is gone; it is removed after 30 days', {
          folder,
          dataDir: owner.path,
        })
        continue
      }
      await rm(folder, { recursive: true, force: true })
      log.info('removed a database whose DATA_DIR is gone', { folder, dataDir: owner.path })
    } catch (thrown) {
      log.warn('a database whose DATA_DIR is gone was not removed', { folder, reason: messageOf(thrown) })
    }
  }
}

function isOrphan(folder: string, owner: Owner): boolean {
  const isThere = existsSync(owner.path) || owner.identity === '' || isInUse(folder)
  if (!isThere && !isUnmounted(owner) && !isRenamed(owner)) return true
  rmSync(goneSince(folder), { force: true })
  return false
}

/** For how long starts have seen that the DATA_DIR is gone; the first one notes it. */
function goneMs(folder: string): number {
  const note = statSync(goneSince(folder), { throwIfNoEntry: false })
  if (note) return Date.now() - note.mtimeMs
  writeFileSync(goneSince(folder), '', { mode: 0o600 })
  return 0
}

function goneSince(folder: string): string {
  return join(folder, 'gone-since')
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '' && way.split(sep)[0] !== '..'
}

function isInUse(folder: string): boolean {
  const home = { folder, data: join(folder, 'data'), account: null }
  const server = readPostmaster(home)
  return server !== null && isServing(home, server.pid)
}

/** What is left of its path lies on another file system than DATA_DIR did. */
function isUnmounted({ path, identity }: Owner): boolean {
  return identityOf(nearest(path)).split(' ')[0] !== identity.split(' ')[0]
}

/** One folder of its path has another name now. */
function isRenamed({ path, identity }: Owner): boolean {
  const there = nearest(path)
  const [, ...below] = relative(there, path).split(sep)
  return readdirSync(there).some((name) => identityOf(join(there, name, ...below)) === identity)
}

/** The nearest folder above a path that exists. */
function nearest(path: string): string {
  return existsSync(path) ? path : nearest(dirname(path))
}
