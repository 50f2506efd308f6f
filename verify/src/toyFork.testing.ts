import { hexOf } from '@tickmark/core/bytes'
import { signCheckpoint, checkpointKey, openCheckpoint } from '@tickmark/core/log/checkpoint'
import { headOf, judgeHead } from '@tickmark/core/log/heads'
import { entryBody } from '@tickmark/core/log/log'
import { treeOfEntries } from '@tickmark/core/log/tree/tree.testing'
import { consistencyProof } from '@tickmark/core/log/tree/treeProofs'
import { generateKeyPairSync, sign } from 'node:crypto'
import { nodeCrypto } from './crypto/nodeCrypto.ts'

const { sha256 } = nodeCrypto
export const origin = 'log.example/tm'
const { publicKey, privateKey: houseKey } = generateKeyPairSync('ed25519')
export const logKey = hexOf(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'))
export const signByHouse = (message: Uint8Array) => sign(null, message, houseKey)
const key = checkpointKey(origin, logKey, sha256)
const logOf = (price: string) =>
  Array.from({ length: 40 }, (_, i) =>
    entryBody({ kind: 'tick', seq: i + 1, at: 1_000 * i, prices: i < 20 ? {} : { 1: price } }),
  )
export const [shown, rewritten] = [treeOfEntries(logOf('5'), sha256), treeOfEntries(logOf('6'), sha256)]

/** The house's signed head of a log at a size. */
function noteOf(tree: typeof shown, size: number): string {
  return signCheckpoint({ origin, size, root: tree.root(size) }, key, (message) => signByHouse(message))
}

/** Evidence that the house signed two histories of one log. */
export function forkFile(): Record<string, unknown> {
  const note = noteOf(shown, 30)
  const opened = openCheckpoint(note, key, nodeCrypto)
  if (!opened) throw new Error('the house signs its heads')
  const path = consistencyProof(30, 40, rewritten.nodes, sha256)
  const proof = { kind: 'consistency', path, olderRoot: rewritten.root(30) } as const
  const judged = judgeHead(headOf(opened, note), noteOf(rewritten, 40), proof, key, nodeCrypto)
  if (judged.kind !== 'fork') throw new Error('two histories fork')
  return { ...judged.evidence }
}
