import { hexOf } from '@tickmark/core/bytes'
import { entryBody, keysText } from '@tickmark/core/log/log'
import { expect, test } from 'vitest'
import { run } from './main.ts'
import { forkFile, logKey, origin, shown, signByHouse } from './toyFork.testing.ts'

function runOn(files: Record<string, unknown>, ...args: string[]) {
  return run(args, (path) => JSON.stringify(files[path]))
}

const good = forkFile()
const ours = { logOrigin: origin, logKey, receiptsKey: 'cd'.repeat(32) }

test('evidence of a fork names the key that signed two histories, with exit code 0', () => {
  const alone = runOn({ f: good }, 'f')
  expect(alone.code).toBe(0)
  expect(alone.text).toContain('FORK: the owner of this key has signed two histories of one log.')
  expect(alone.text).toContain(`30 entries, root ${hexOf(shown.root(30))}`)
  expect(alone.text).toContain('add --keys config.json')
  expect(runOn({ f: good, k: ours }, 'f', '--keys', 'k').text).toContain(
    'The key is the published one, or has led to it.',
  )
  expect(JSON.parse(runOn({ f: good }, 'f', '--json').text)).toMatchObject({ problem: null, published: null })
})

test('a key replaced since then counts as published, given an answer of getLogHead', () => {
  const later = { origin, logKey: 'ab'.repeat(32), receiptsKey: 'cd'.repeat(32) }
  const entry = {
    kind: 'keys',
    seq: 50,
    at: 0,
    origin,
    log: later.logKey,
    receipts: later.receiptsKey,
  } as const
  const signature = signByHouse(Buffer.from(keysText(entry))).toString('hex')
  const change = entryBody({ ...entry, signature })
  expect(runOn({ f: good, k: { ...later, keyChanges: [change] } }, 'f', '--keys', 'k').code).toBe(0)
  expect(runOn({ f: good, k: { ...later, keyChanges: [] } }, 'f', '--keys', 'k').code).toBe(1)
})

test.each<[string, Record<string, unknown>, Record<string, unknown>, string]>([
  ['another key', good, { ...ours, logKey: 'ab'.repeat(32) }, 'The key is not the published one'],
  [
    'an unsigned head',
    { ...good, newer: { note: 'hello' } },
    ours,
    'The newer head is not signed by the key, or by one that it has led to.',
  ],
  ['no proof', { ...good, proof: [] }, ours, 'The newer log does not have that root at the older size.'],
])('evidence with %s proves nothing, with exit code 1', (_, file, keys, text) => {
  const outcome = runOn({ f: file, k: keys }, 'f', '--keys', 'k')
  expect(outcome.code).toBe(1)
  expect(outcome.text).toContain(text)
  expect(outcome.text).toContain('NO FORK')
})

test.each<[string, Record<string, unknown>, string[]]>([
  ['of another format', { f: { ...good, format: 'tickmark-fork/1' } }, ['f']],
  ['with keys that are none', { f: good, k: {} }, ['f', '--keys', 'k']],
  ['with a log beside it', { f: good, l: {} }, ['f', '--log', 'l']],
])('evidence %s is unreadable, with exit code 2', (_, files, args) => {
  expect(runOn(files, ...args).code).toBe(2)
})
