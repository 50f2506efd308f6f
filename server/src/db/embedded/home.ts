import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Account, canReach, databaseAccount } from './account.ts'
import { pointedFrom, readOwner, writeOwner } from './belongsTo.ts'

/** Root's folder for files that an unprivileged account must reach when DATA_DIR lies below a closed folder. */
export const sharedState = '/var/lib/tickmark'

/** One database's folder and the account that runs it. */
export interface Home {
  /** Holds `data` (PostgreSQL's own), `secrets`, `port`, `log` and `start.lock`. */
  folder: string
  /** PostgreSQL's data folder. */
  data: string
  /** Null when the database runs as our own user. */
  account: Account | null
}

/**
 * Finds or makes the database's home: DATA_DIR/postgres. When root starts us below a folder that the database's account
 * cannot enter, it is a folder under /var/lib/tickmark, and DATA_DIR/postgres.at points to it.
 */
export function databaseHome(dataDir: string): Home {
  mkdirSync(dataDir, { recursive: true, mode: isRoot() ? 0o711 : 0o700 })
  const base = realpathSync(dataDir)
  const pointed = readPointer(base)
  const inside = join(base, 'postgres')
  const owner = ownerOf(join(pointed ?? inside, 'data'))
  const account = databaseAccount(owner)
  if (account === null) refuseForeign(owner, pointed ?? inside)
  const folder = pointed ?? chooseFolder(base, inside, account, owner !== null)
  makePassable(folder, account)
  const home = { folder, data: join(folder, 'data'), account }
  if (owner?.uid === 0) giveTo(home, home.data)
  return home
}

/** Makes the account that runs the database the owner of a file, or of a folder with its contents. */
export function giveTo(home: Home, path: string): void {
  if (home.account === null) return
  lchownSync(path, home.account.uid, home.account.gid)
  if (!lstatSync(path).isDirectory()) return
  for (const name of readdirSync(path)) giveTo(home, join(path, name))
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}

function ownerOf(path: string): Account | null {
  const found = statSync(path, { throwIfNoEntry: false })
  return found === undefined ? null : { uid: found.uid, gid: found.gid }
}

function refuseForeign(owner: Account | null, folder: string): void {
  if (owner === null || owner.uid === process.getuid?.()) return
  throw new Error(
    `The database in ${folder} belongs to another user (${owner.uid}): start as root, or set DATA_DIR.`,
  )
}

function chooseFolder(base: string, inside: string, account: Account | null, hasData: boolean): string {
  letPass(base, account)
  makePassable(inside, account)
  if (account === null || canReach(inside, account)) return inside
  if (hasData) {
    throw new Error(
      `The database in ${inside} cannot be reached by the account that runs it (${account.uid}): ` +
        'let others pass the folders above it (chmod o+x), or move DATA_DIR.',
    )
  }
  const away = join(sharedState, `data-${randomBytes(6).toString('hex')}`)
  makePassable(sharedState, account)
  makePassable(away, account)
  writeOwner(away, base)
  writeFileSync(join(base, 'postgres.at'), `${away}\n`, { mode: 0o600 })
  return away
}

/** Lets the account through DATA_DIR when nothing above it is closed; our files in it stay closed. */
function letPass(base: string, account: Account | null): void {
  if (account === null || !canReach(base, account)) return
  const { mode, uid } = statSync(base)
  if (uid === 0) chmodSync(base, (mode & 0o7777) | 0o011)
}

/** Follows DATA_DIR/postgres.at. The clone may have been moved (accepted) or copied (refused). */
function readPointer(base: string): string | null {
  const pointer = join(base, 'postgres.at')
  const folder = pointedFrom(base)
  if (folder === null) return null
  const home = readOwner(folder)?.path
  if (home === undefined)
    throw new Error(`${pointer} names ${folder}, which is gone: restore it, or remove the pointer.`)
  if (home !== base && existsSync(join(home, 'postgres.at'))) {
    throw new Error(
      `${base} is a copy of ${home}, whose database is ${folder}. Remove ${pointer} to begin an empty one.`,
    )
  }
  // Also when it has not moved: a copy to a new disk has another identity at the same path.
  writeOwner(folder, base)
  return folder
}

function makePassable(folder: string, account: Account | null): void {
  mkdirSync(folder, { recursive: true })
  if (account !== null) chmodSync(folder, 0o711)
}
