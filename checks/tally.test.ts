import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { root } from './tool.ts'

const folder = mkdtempSync(join(tmpdir(), 'tickmark-tally-'))
afterAll(() => rmSync(folder, { recursive: true }))

interface Tallied {
  failures: string[]
  seconds: [name: string, seconds: number][]
}

/** Runs the files with vitest and this reporter; returns its counts and names without the durations. */
function tallyOf(files: Record<string, string>): Promise<object> {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const tally = join(folder, 'tally.json')
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const given = ['run', '--root', folder, '--globals', `--reporter=${join(root, 'checks/tally.ts')}`]
  const env = { PATH: process.env['PATH'], TICKMARK_TALLY: tally }
  return new Promise((resolve) => {
    execFile(process.execPath, [vitest, ...given], { env, cwd: folder }, () => {
      const { failures, seconds, ...counted } = JSON.parse(readFileSync(tally, 'utf8')) as Tallied
      const names = seconds.map(([name]) => name)
      resolve({ ...counted, failures: failures.toSorted(), files: names.toSorted() })
    })
  })
}

test('a failed test, hook or file, or an error outside all of them, is counted and names its file', async () => {
  const found = await tallyOf({
    'good.test.js': `test('holds', () => {}); test.skip('waits', () => {})`,
    'bad.test.js': `test('breaks', () => { throw new Error('no') })`,
    'hook.test.js': `describe('a group', () => {
      beforeAll(() => { throw new Error('no') })
      test('one', () => {})
      test('other', () => {})
    })`,
    'outer.test.js': `afterAll(() => { throw new Error('no') }); test('holds', () => {})`,
    'stray.test.js': `test('holds', async () => {
      void Promise.reject(new Error('no\\nwhy'))
      await new Promise((done) => setTimeout(done))
    })`,
    'unread.test.js': `import './nowhere.js'`,
  })
  expect(found).toEqual({
    passed: 3,
    failed: 5,
    skipped: 3,
    failures: [
      'bad.test.js: breaks',
      'hook.test.js: a group could not be run',
      'outer.test.js: could not be run',
      'stray.test.js: outside its tests, no',
      'unread.test.js: could not be run',
    ],
    files: [
      'bad.test.js',
      'good.test.js',
      'hook.test.js',
      'outer.test.js',
      'stray.test.js',
      'unread.test.js',
    ],
  })
})
