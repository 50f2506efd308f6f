import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listFiles } from './files.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tickmark-files-'))
  git('init', '-q')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function git(...parameters: string[]): void {
  execFileSync('git', parameters, { cwd: folder })
}

function write(...names: string[]): void {
  for (const name of names) writeFileSync(join(folder, name), '')
}

test('the listed files are the tracked ones that exist and the new ones that git does not ignore', () => {
  write('tracked.ts', 'deleted.ts', 'name with a\nbreak.ts')
  git('add', '.')
  rmSync(join(folder, 'deleted.ts'))
  write('new.ts', 'ignored.log')
  writeFileSync(join(folder, '.gitignore'), '*.log\n')
  expect(listFiles(folder).toSorted()).toEqual([
    '.gitignore',
    'name with a\nbreak.ts',
    'new.ts',
    'tracked.ts',
  ])
})
