import { existsSync, readdirSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { type Log, messageOf } from '../../platform/log.ts'
import { identityOf, type Owner, pointedFrom, readOwner } from './belongsTo.ts'
import { isServing, readPostmaster } from './postmaster.ts'

/** A start writes a folder's note before DATA_DIR's pointer; a folder this young may be between the two. */
const YOUNG_MS = 60_000

/**
 * Removes the database folders under `parent` whose DATA_DIR is gone. Keeps one that a server still uses, one whose
 * DATA_DIR was renamed, and one whose DATA_DIR's file system is not mounted now. Failures are logged.
 */
export async function removeOrphans(parent: string, log: Log): Promise<void> {
  const names = existsSync(parent) ? readdirSync(parent).filter((name) => name.startsWith('data-')) : []
  for (const folder of names.map((name) => join(parent, name))) {
    try {
      const owner = readOwner(folder)
      if (owner === null || !isOrphan(folder, owner)) continue
      await rm(folder, { recursive: true, force: true })
      log.info('removed a database whose DATA_DIR is gone', { folder, dataDir: owner.path })
    } catch (thrown) {
      log.warn('a database whose DATA_DIR is gone was not removed', { folder, reason: messageOf(thrown) })
    }
  }
}

function isOrphan(folder: string, owner: Owner): boolean {
  if (pointedFrom(owner.path) === folder || isInUse(folder)) return false
  if (existsSync(owner.path)) return Date.now() - statSync(folder).ctimeMs > YOUNG_MS
  return !isUnmounted(owner) && !isRenamed(owner)
}

function isInUse(folder: string): boolean {
  const home = { folder, data: join(folder, 'data'), account: null }
  const server = readPostmaster(home)
  return server !== null && isServing(home, server.pid)
}

/** What is left of its path lies on another file system than DATA_DIR did. */
function isUnmounted({ path, identity }: Owner): boolean {
  return identity !== '' && identityOf(nearest(path)).split(' ')[0] !== identity.split(' ')[0]
}

/** One folder of its path has another name now. */
function isRenamed({ path, identity }: Owner): boolean {
  const there = nearest(path)
  const [, ...below] = relative(there, path).split(sep)
  return readdirSync(there).some(
    (name) => identity !== '' && identityOf(join(there, name, ...below)) === identity,
  )
}

/** The nearest folder above a path that exists. */
function nearest(path: string): string {
  return existsSync(path) ? path : nearest(dirname(path))
}
