import { hexOf } from '@tickmark/core/bytes'
import { checkFork } from '@tickmark/core/log/fork'
import { checkpointKey, signCheckpoint } from '@tickmark/core/log/checkpoint'
import { chainOf } from '@tickmark/core/log/keyChanges'
import { treeOfEntries } from '@tickmark/core/log/tree/tree.testing'
import { generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { compareHeads } from './forks.ts'
import { nodeCrypto } from './nodeCrypto.ts'

const { sha256 } = nodeCrypto
const origin = 'log.example/tm'
const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const bytes = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
const key = checkpointKey(origin, hexOf(bytes), sha256)

const bodiesOf = (count: number, name: string) => Array.from({ length: count }, (_, i) => `${name} ${i}`)
const treeOf = (bodies: readonly string[]) => treeOfEntries(bodies, sha256)
/** The log, another one, and one that leaves the first after three entries. */
const log = treeOf(bodiesOf(9, 'entry'))
const other = treeOf(bodiesOf(9, 'other'))
const left = treeOf([...bodiesOf(3, 'entry'), ...bodiesOf(6, 'other')])

function headOf(tree: typeof log, size: number): string {
  return signCheckpoint({ origin, size, root: tree.root(size) }, key, (message) =>
    sign(null, message, privateKey),
  )
}

/** Compares a head of the log at size 5 with a later one by the files of a tree. */
async function compared(older: string, newer: string, files: typeof log) {
  const served = { nodes: () => Promise.resolve(files.nodes) }
  const found = await compareHeads(served, chainOf(key), older, newer)
  if (found.kind === 'fork') expect(checkFork(found.evidence, nodeCrypto)).toMatchObject({ problem: null })
  return found.kind
}

test.each([
  ['a head that continues it', headOf(log, 5), headOf(log, 9), log, 'consistent'],
  ['the same head', headOf(log, 5), headOf(log, 5), log, 'consistent'],
  ['any head after the empty log', headOf(log, 0), headOf(other, 9), other, 'consistent'],
  ['another root at its size', headOf(log, 5), headOf(other, 5), log, 'fork'],
  ['a later head of another log, by its files', headOf(log, 5), headOf(other, 9), other, 'fork'],
  ['a later head that left it, by its files', headOf(log, 5), headOf(left, 9), left, 'fork'],
  [
    'a later head of another log, by the files of the first',
    headOf(log, 5),
    headOf(other, 9),
    log,
    'unproved',
  ],
  ['a later head, by the files of neither', headOf(log, 5), headOf(left, 9), other, 'unproved'],
  ['a smaller head', headOf(log, 5), headOf(log, 4), log, 'unproved'],
])('of a log, %s', async (_, older, newer, files, kind) => {
  expect(await compared(older, newer, files)).toBe(kind)
})
