import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { silentLog } from '../../platform/log.ts'
import { writeOwner } from './belongsTo.ts'
import { removeOrphans } from './orphans.ts'

let root: string
let parent: string
let dataDir: string
let folder: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tickmark-orphans-'))
  parent = join(root, 'state')
  dataDir = join(root, 'clone', 'place', '.data')
  folder = join(parent, 'data-1')
  mkdirSync(join(folder, 'data'), { recursive: true })
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(join(dataDir, 'postgres.at'), `${folder}\n`)
  writeOwner(folder, dataDir)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const note = () => join(folder, 'belongs-to')

/** Starts below another folder for temporary files see the note of the first one, which is now 31 days old. */
async function removeTwice(): Promise<void> {
  await removeOrphans(parent, silentLog(), join(root, 'elsewhere'))
  const then = Date.now() / 1000 - 31 * 86_400
  if (existsSync(goneSince())) utimesSync(goneSince(), then, then)
  await removeOrphans(parent, silentLog(), join(root, 'elsewhere'))
}

const goneSince = () => join(folder, 'gone-since')

test.each<[what: string, change: () => void, isKept: boolean]>([
  ['is there', () => {}, true],
  ['is gone', () => rmSync(dataDir, { recursive: true }), false],
  ['is gone with the clone around it', () => rmSync(join(root, 'clone'), { recursive: true }), false],
  [
    'is gone, by an older note',
    () => (rmSync(dataDir, { recursive: true }), writeFileSync(note(), `${dataDir}\n`)),
    true,
  ],
  ['was renamed', () => renameSync(dataDir, `${dataDir}.old`), true],
  ['was renamed, and made anew', () => (renameSync(dataDir, `${dataDir}.old`), mkdirSync(dataDir)), true],
  ['is an empty mount point', () => rmSync(join(dataDir, 'postgres.at')), true],
  ['names another database', () => writeFileSync(join(dataDir, 'postgres.at'), `${folder}0\n`), true],
  ['is in a clone that was renamed', () => renameSync(join(root, 'clone'), join(root, 'other')), true],
  [
    'was on a file system that is not mounted now',
    () => (rmSync(dataDir, { recursive: true }), writeFileSync(note(), `${dataDir}\n1 1\n`)),
    true,
  ],
  ['is unknown', () => rmSync(note()), true],
])('a database whose DATA_DIR %s, after 31 days', async (_what, change, isKept) => {
  change()
  await removeTwice()
  expect(existsSync(folder)).toBe(isKept)
})

test('a database whose DATA_DIR is gone is kept for 30 days, counted anew after it was there again', async () => {
  renameSync(dataDir, join(root, 'moved'))
  await removeOrphans(parent, silentLog(), join(root, 'elsewhere'))
  expect(existsSync(goneSince())).toBe(true)
  renameSync(join(root, 'moved'), dataDir)
  await removeOrphans(parent, silentLog(), join(root, 'elsewhere'))
  expect([existsSync(folder), existsSync(goneSince())]).toEqual([true, false])
})

test('a database whose DATA_DIR was a temporary folder is removed at once', async () => {
  rmSync(dataDir, { recursive: true })
  await removeOrphans(parent, silentLog(), root)
  expect(existsSync(folder)).toBe(false)
})

test('a database that a server still uses is kept', async () => {
  rmSync(dataDir, { recursive: true })
  const data = join(folder, 'data')
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', data])
  await once(other, 'spawn')
  writeFileSync(
    join(data, 'postmaster.pid'),
    `${other.pid}\n${data}\n1\n5432\n\n127.0.0.1\n  1 1\nready   \n`,
  )
  await removeOrphans(parent, silentLog(), root)
  expect(existsSync(folder)).toBe(true)
  other.kill()
  await once(other, 'exit')
  await removeOrphans(parent, silentLog(), root)
  expect(existsSync(folder)).toBe(false)
})

test('a machine without such folders is left alone', async () => {
  await removeOrphans(join(root, 'nothing'), silentLog())
  expect(existsSync(folder)).toBe(true)
})
