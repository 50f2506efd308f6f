import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { memoryFolder } from './memoryFolder.ts'

test.each([
  ['disk /other ext4 rw 0 0'],
  ['tmpfs HERE tmpfs rw,noexec,relatime 0 0'],
  ['disk HERE ext4 rw 0 0'],
  [''],
])('files of tests stay on the disk with the mounts %j', (line) => {
  const folder = mkdtempSync(join(tmpdir(), 'tickmark-mounts-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const mounts = join(folder, 'mounts')
  writeFileSync(mounts, `${line.replace('HERE', folder)}\n`)
  expect(memoryFolder(folder, mounts)).toBeNull()
})

test('a missing or unwritable folder gives null', () => {
  expect(memoryFolder('/no/such/folder')).toBeNull()
  expect(memoryFolder(join(tmpdir(), 'x'), '/no/such/mounts')).toBeNull()
})
