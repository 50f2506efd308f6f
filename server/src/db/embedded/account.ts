import { execFileSync } from 'node:child_process'
import { realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** The numeric user and group that the database's processes run under. */
export interface Account {
  uid: number
  gid: number
}

/**
 * The account that runs the database; null means our own. PostgreSQL refuses to run as root, so root uses an
 * unprivileged account: the owner of the existing data, else `postgres`, else `nobody`, else a new account.
 */
export function databaseAccount(owner: Account | null): Account | null {
  if (process.getuid?.() !== 0) return null
  if (owner !== null && owner.uid !== 0) return owner
  return lookUp('postgres') ?? lookUp('nobody') ?? createAccount()
}

/** Whether the account may enter every folder above `path`, by their mode bits (access lists are not read). */
export function canReach(path: string, account: Account): boolean {
  for (let folder = dirname(realpathSync(path)); ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder)
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

function lookUp(name: string): Account | null {
  try {
    const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }))
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return null
  }
}

function createAccount(): Account {
  const name = 'tickmark-db'
  try {
    execFileSync('useradd', [
      '--system',
      '--user-group',
      '--no-create-home',
      '--shell',
      '/usr/sbin/nologin',
      name,
    ])
  } catch {
    // An account of that name may exist already, so only the lookup decides.
  }
  const made = lookUp(name)
  if (made !== null) return made
  throw new Error(
    'PostgreSQL does not run as root, and no account "postgres" or "nobody" exists here to run it under. ' +
      'Start as an ordinary user, or set DATABASE_URL to a server of your own.',
  )
}
