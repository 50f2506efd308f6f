import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { newFolder } from './fixture.testing.ts'
import { takeLock } from './lock.ts'

const other: ChildProcess = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
const pid = other.pid ?? 0
afterAll(() => other.kill('SIGKILL'))

test('a folder has one living signer, whose lock only its owner can read', () => {
  const folder = newFolder()
  expect(takeLock(folder, process.pid)).toBe(true)
  expect(takeLock(folder, pid)).toBe(false)
  expect(readdirSync(folder)).toEqual(['lock.1'])
  expect(statSync(join(folder, 'lock.1')).mode & 0o777).toBe(0o600)
})

test.for([
  ['whose number nobody has', '{"pid":4194305,"started":"1"}'],
  ['whose number was given out again', `{"pid":${process.pid},"started":"1"}`],
  ['that a power cut left empty', ''],
  ['that a power cut left half', '{"pid":12'],
  ['that says nothing of a process', '{}'],
  ['of all processes at once', '{"pid":-1,"started":""}'],
])('the lock of a process %s is taken over and removed', ([_what, text]) => {
  const folder = newFolder()
  writeFileSync(join(folder, 'lock.3'), text ?? '')
  expect(takeLock(folder, pid)).toBe(true)
  expect(readdirSync(folder)).toEqual(['lock.4'])
  expect(takeLock(folder, process.pid)).toBe(false)
})

test('only the highest lock counts, and other files are left alone', () => {
  const folder = newFolder()
  expect(takeLock(folder, pid)).toBe(true)
  writeFileSync(join(folder, 'lock.12'), '{"pid":4194305,"started":"1"}')
  writeFileSync(join(folder, 'lock.99x'), '')
  writeFileSync(join(folder, 'keys.json'), '')
  expect(takeLock(folder, process.pid)).toBe(true)
  expect(readdirSync(folder).toSorted()).toEqual(['keys.json', 'lock.13', 'lock.99x'])
  expect(JSON.parse(readFileSync(join(folder, 'lock.13'), 'utf8'))).toMatchObject({ pid: process.pid })
})
