import { hexOf } from '@tickmark/core/bytes'
import { BALANCES_FORMAT, type BalancesFile } from '@tickmark/core/evidence/balancesFile'
import { buildSumTree, emptySumLevel, putSumNode, sumPath, sumRoot } from '@tickmark/core/liabilities/sumTree'
import { shareLeaf } from '@tickmark/core/liabilities/share'
import { checkpointKey, signCheckpoint } from '@tickmark/core/log/checkpoint'
import { ENTRY_OF } from '@tickmark/core/log/entries.testing'
import { entryBody, type LogEntry } from '@tickmark/core/log/log'
import { treeOfEntries } from '@tickmark/core/log/tree/tree.testing'
import { rangeProof } from '@tickmark/core/log/tree/treeProofs'
import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'

export const [OWNER, STRANGER] = [`0x${'1a'.repeat(20)}`, `0x${'2b'.repeat(20)}`] as const

const { secretKey, publicKey } = ed25519.keygen()
const KEYS = { origin: 'log.example/tm', log: hexOf(publicKey), receipts: 'cd'.repeat(32) }
const SALT = new Uint8Array(32)

/** The house's answer that its log, in the last of three entries, owes the owner 5 units of USDT; `stated` is the sum that it logs. */
export function toyOwed({ isAudited = true, stated = '5' } = {}): BalancesFile {
  const amounts = { book: 'real', currency: 'USDT', kind: 'available' } as const
  const shares = [
    { ...amounts, share: 0, amount: '2' },
    { ...amounts, share: 1, amount: '3' },
  ] as const
  const leaves = emptySumLevel(shares.length)
  for (const [i, one] of shares.entries())
    putSumNode(leaves, i, shareLeaf({ account: OWNER, ...one }, SALT, sha256))
  const { value: tree } = buildSumTree(leaves, sha256).next()
  if (!tree) throw new Error('a small tree is built in one step')
  const root = hexOf(sumRoot(tree).hash)
  const audited = {
    ...ENTRY_OF.audited,
    liabilities: [{ book: 'real', currency: 'USDT', amount: stated, root }],
  } as const
  const entry: LogEntry = { ...(isAudited ? audited : ENTRY_OF.actions), seq: 3 }
  const log = treeOfEntries(['one', 'two', entryBody(entry)], sha256)
  const { left, right } = rangeProof(2, 3, 3, log.nodes)
  const key = checkpointKey(KEYS.origin, KEYS.log, sha256)
  const place = { origin: KEYS.origin, size: 3, root: log.root(3) }
  return {
    format: BALANCES_FORMAT,
    account: OWNER,
    shares: shares.map((one, i) => ({
      ...one,
      salt: hexOf(SALT),
      path: sumPath(tree, i).map(({ side, hash, sum }) => ({ side, hash: hexOf(hash), sum: String(sum) })),
    })),
    segment: { from: 2, bodies: [entryBody(entry)], left: left.map(hexOf), right: right.map(hexOf) },
    head: signCheckpoint(place, key, (message) => ed25519.sign(message, secretKey)),
    keys: KEYS,
  }
}
