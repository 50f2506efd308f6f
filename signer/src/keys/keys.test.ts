import { chmodSync, existsSync, fstatSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../fixture.testing.ts'
import { loadSeed } from './keys.ts'

test('the seed is generated once, readable only by its owner, and stays the same', () => {
  const folder = newFolder()
  const file = join(folder, 'keys.json')
  const seed = loadSeed(file, true)
  expect(seed).toHaveLength(32)
  expect(loadSeed(file, true)).toEqual(seed)
  expect(loadSeed(file, false)).toEqual(seed)
  expect(readdirSync(folder)).toEqual(['keys.json'])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  chmodSync(file, 0o644)
  loadSeed(file, false)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(loadSeed(join(newFolder(), 'keys.json'), true)).not.toEqual(seed)
})

test('the seed is flushed to disk before it gets its name, and the name before the seed is used', () => {
  const folder = newFolder()
  const file = join(folder, 'keys.json')
  const told: unknown[] = []
  let draft = { ino: 0, size: 0 }
  const seed = loadSeed(file, true, {
    flush(handle) {
      draft = fstatSync(handle)
      told.push(['text', existsSync(file)])
    },
    flushFolder: (name) => void told.push(['name', name === folder, existsSync(file)]),
  })
  expect(told).toEqual([
    ['text', false],
    ['name', true, true],
  ])
  expect([draft.ino, draft.size]).toEqual([statSync(file).ino, statSync(file).size])
  expect(readFileSync(file, 'utf8')).toContain(Buffer.from(seed).toString('hex'))
})

test('a lost seed is not replaced, as the old addresses would be lost with it', () => {
  const folder = newFolder()
  expect(() => loadSeed(join(folder, 'keys.json'), false)).toThrow('is missing')
  expect(readdirSync(folder)).toEqual([])
})

test.for(['', '{}', '{"seed":"00"}', `{"seed":"${'0'.repeat(63)}"}\n`, `{"seed":"${'Z'.repeat(64)}"}\n`])(
  'unreadable keys are left unchanged: %s',
  (text) => {
    const file = join(newFolder(), 'keys.json')
    writeFileSync(file, text)
    expect(() => loadSeed(file, true)).toThrow('does not hold a seed')
    expect(readFileSync(file, 'utf8')).toBe(text)
  },
)

test('of two processes that start at once, both have the seed of the one that was first', () => {
  const file = join(newFolder(), 'keys.json')
  const other = 'ab'.repeat(32)
  const seed = loadSeed(file, true, {
    flush: () => writeFileSync(file, `${JSON.stringify({ seed: other })}\n`, { mode: 0o600 }),
    flushFolder: () => {},
  })
  expect(Buffer.from(seed).toString('hex')).toBe(other)
})
