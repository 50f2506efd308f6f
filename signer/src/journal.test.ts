import {
  appendFileSync,
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { DISK } from './disk.ts'
import { newFolder } from './fixture.testing.ts'
import { type Entry, JournalProblem, openJournal } from './journal.ts'

const key = new Uint8Array(32).fill(9)
const entries: Entry[] = ['one', 'two', 'dr\u00e9i \u2028 \ud83d\ude80 \n"'].map((intentNonce, i) => ({
  kind: 'revoked',
  atMs: 1_000 + i,
  intentNonce,
}))

function readAll(file: string, under = key): Entry[] {
  const found: Entry[] = []
  openJournal(file, under, (entry) => found.push(entry)).close()
  return found
}

function written(): string {
  const file = join(newFolder(), 'journal.jsonl')
  const journal = openJournal(file, key, () => {})
  for (const entry of entries) journal.append(entry)
  journal.close()
  return file
}

test('written entries are read back in order, and only the owner may read the file', () => {
  const file = written()
  expect(readAll(file)).toEqual(entries)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('a journal truncated anywhere keeps all whole lines, and continues from there', () => {
  const file = written()
  const whole = readFileSync(file)
  for (let length = 0; length <= whole.length; length += 7) {
    writeFileSync(file, whole.subarray(0, length))
    const kept = whole.subarray(0, length).toString().split('\n').length - 1
    expect(readAll(file)).toEqual(entries.slice(0, kept))
    const journal = openJournal(file, key, () => {})
    const next: Entry = { kind: 'revoked', atMs: 9, intentNonce: 'next' }
    journal.append(next)
    journal.close()
    expect(readAll(file)).toEqual([...entries.slice(0, kept), next])
  }
})

test('a torn line does not reappear after another line was written over it', () => {
  const file = written()
  const whole = readFileSync(file, 'utf8')
  appendFileSync(file, whole.slice(0, 90))
  expect(readAll(file)).toEqual(entries)
  expect(readFileSync(file, 'utf8')).toBe(whole)
})

test.for<[what: string, change: (lines: string[]) => string[]]>([
  ['a letter of a line was changed', (lines) => lines.map((line) => line.replace('two', 'owt'))],
  ['the first line was taken out', (lines) => lines.slice(1)],
  ['a line in the middle was taken out', ([first = '', , last = '']) => [first, last]],
  ['two lines were swapped', ([first = '', second = '', last = '']) => [second, first, last]],
  ['a line stands twice', ([first = '', ...rest]) => [first, first, ...rest]],
  ['a line is empty', (lines) => ['', ...lines]],
  ['a line has no code', (lines) => [...lines, '{"kind":"revoked","atMs":1,"intentNonce":"x"}']],
  ['a tab follows a code', (lines) => lines.map((line) => line.replace(' ', '\t'))],
  [
    'a code has other letters',
    (lines) => lines.map((line) => line.slice(0, 64).toUpperCase() + line.slice(64)),
  ],
])('the journal is refused where %s', ([_what, change]) => {
  const file = written()
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
  writeFileSync(file, `${change(lines).join('\n')}\n`)
  expect(() => readAll(file)).toThrow(JournalProblem)
})

test('a refused journal is told with the number of its first false line', () => {
  const file = written()
  const [first = '', second = '', ...rest] = readFileSync(file, 'utf8').split('\n')
  for (const [line, text] of [
    [1, [`x${first}`, second, ...rest]],
    [2, [first, `x${second}`, ...rest]],
  ] as const) {
    writeFileSync(file, text.join('\n'))
    expect(() => readAll(file)).toThrow(`line ${line} is not what`)
  }
})

test('another key can neither open the journal nor append to it', () => {
  const file = written()
  expect(() => readAll(file, new Uint8Array(32))).toThrow('is not what this signer wrote there')
})

test('a failed write throws, and after one that could not be undone nothing more is written', () => {
  const file = written()
  const journal = openJournal(file, key, () => {})
  journal.close()
  const next: Entry = { kind: 'revoked', atMs: 9, intentNonce: 'next' }
  expect(() => journal.append(next)).toThrow('EBADF')
  expect(() => journal.append(next)).toThrow('what a failed write left')
  expect(readAll(file)).toEqual(entries)
})

test('a journal’s name, and then each entry, is flushed to disk before the next answer', () => {
  const file = join(newFolder(), 'journal.jsonl')
  const told: string[] = []
  const disk = {
    flush(handle: number) {
      expect(fstatSync(handle).ino).toBe(statSync(file).ino)
      told.push(`${readFileSync(file, 'utf8').split('\n').length - 1} lines`)
    },
    flushFolder: (folder: string) =>
      void told.push(folder === dirname(file) && existsSync(file) ? 'the name' : folder),
  }
  const journal = openJournal(file, key, () => {}, disk)
  for (const entry of entries) {
    journal.append(entry)
    told.push('answer')
  }
  journal.close()
  expect(told).toEqual(['the name', '1 lines', 'answer', '2 lines', 'answer', '3 lines', 'answer'])
  openJournal(file, key, () => {}, disk).close()
  expect(told).toHaveLength(7)
})

test('an entry that cannot be flushed is removed, and the next one follows its predecessor', () => {
  const file = written()
  let isFull = false
  const flush = (handle: number) => {
    if (isFull) throw new Error('the disk is full')
    DISK.flush(handle)
  }
  const journal = openJournal(file, key, () => {}, { ...DISK, flush })
  const next: Entry = { kind: 'revoked', atMs: 9, intentNonce: 'next' }
  const before: Entry = { ...next, intentNonce: 'before' }
  journal.append(before)
  isFull = true
  expect(() => journal.append({ ...next, intentNonce: 'lost' })).toThrow('the disk is full')
  expect(readAll(file)).toEqual([...entries, before])
  isFull = false
  journal.append(next)
  journal.close()
  expect(readAll(file)).toEqual([...entries, before, next])
})

test('a failed flush is an error', () => {
  const handle = openSync(written(), 'r')
  DISK.flush(handle)
  closeSync(handle)
  expect(() => DISK.flush(handle)).toThrow('EBADF')
  expect(() => DISK.flushFolder(join(newFolder(), 'missing'))).toThrow('ENOENT')
})

test('flushing the names in a folder leaves no handle open', () => {
  const file = written()
  const lowestFree = () => {
    const handle = openSync(file, 'r')
    closeSync(handle)
    return handle
  }
  const before = lowestFree()
  for (let i = 0; i < 50; i++) DISK.flushFolder(dirname(file))
  expect(lowestFree() - before).toBeLessThan(50)
})
