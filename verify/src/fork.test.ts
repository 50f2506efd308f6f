import { hexOf } from '@tickmark/core/bytes'
import { signCheckpoint, checkpointKey, openCheckpoint } from '@tickmark/core/log/checkpoint'
import { headOf, judgeHead } from '@tickmark/core/log/heads'
import { entryBody, keysText } from '@tickmark/core/log/log'
import { treeOfEntries } from '@tickmark/core/log/tree/tree.testing'
import { consistencyProof } from '@tickmark/core/log/tree/treeProofs'
import { generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { run } from './main.ts'
import { nodeCrypto } from './crypto/nodeCrypto.ts'

const { sha256 } = nodeCrypto
const origin = 'log.example/tm'
const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const logKey = hexOf(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'))
const key = checkpointKey(origin, logKey, sha256)
const logOf = (price: string) =>
  Array.from({ length: 40 }, (_, i) =>
    entryBody({ kind: 'tick', seq: i + 1, at: 1_000 * i, prices: i < 20 ? {} : { 1: price } }),
  )
const [shown, rewritten] = [treeOfEntries(logOf('5'), sha256), treeOfEntries(logOf('6'), sha256)]

function noteOf(tree: typeof shown, size: number): string {
  return signCheckpoint({ origin, size, root: tree.root(size) }, key, (message) =>
    sign(null, message, privateKey),
  )
}

function evidence(): Record<string, unknown> {
  const note = noteOf(shown, 30)
  const opened = openCheckpoint(note, key, nodeCrypto)
  if (!opened) throw new Error('the house signs its heads')
  const path = consistencyProof(30, 40, rewritten.nodes, sha256)
  const proof = { kind: 'consistency', path, olderRoot: rewritten.root(30) } as const
  const judged = judgeHead(headOf(opened, note), noteOf(rewritten, 40), proof, key, nodeCrypto)
  if (judged.kind !== 'fork') throw new Error('two histories fork')
  return { ...judged.evidence }
}

function runOn(files: Record<string, unknown>, ...args: string[]) {
  return run(args, (path) => JSON.stringify(files[path]))
}

const good = evidence()
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
  const signature = sign(null, Buffer.from(keysText(entry)), privateKey).toString('hex')
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
