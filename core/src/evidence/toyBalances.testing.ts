import { hexOf } from '../bytes.ts'
import { shareLeaf, type Share } from '../liabilities/share.ts'
import { buildSumTree, emptySumLevel, putSumNode, sumPath, sumRoot } from '../liabilities/sumTree.ts'
import { checkpointKey, signCheckpoint } from '../log/checkpoint.ts'
import { ENTRY_OF } from '../log/entries.testing.ts'
import type { Liability } from '../log/liability.ts'
import { entryBody, type LogEntry } from '../log/log.ts'
import { treeOfEntries } from '../log/tree/tree.testing.ts'
import { rangeProof } from '../log/tree/treeProofs.ts'
import { START_MS, type TestCrypto } from '../receipts/toyLog.testing.ts'
import { BALANCES_FORMAT, type BalancesFile, type ShownShare } from './balancesFile.ts'

export const OWNER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const STRANGER = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

type Owed = Omit<Share, 'share'>
const owed = (account: string, kind: Owed['kind'], currency: string, amount: bigint): Owed => {
  return { account, book: 'real', currency, kind, amount: String(amount) }
}

/** What the toy house owes: 12.5 and 3 USDT and 0.2 BTC to the owner, and 15.5 USDT and 1 ETH to a stranger. */
export const OWED: readonly Owed[] = [
  owed(OWNER, 'available', 'USDT', 1_250_000_000n),
  owed(OWNER, 'hold', 'USDT', 300_000_000n),
  owed(STRANGER, 'available', 'USDT', 1_550_000_000n),
  owed(OWNER, 'hosted', 'BTC', 20_000_000n),
  owed(STRANGER, 'available', 'ETH', 100_000_000n),
]

interface ToyEntry {
  kind?: LogEntry['kind']
  /** Changes what the entry states, but not the trees. */
  stated?: (liabilities: Liability[]) => Liability[]
  /** Leaves a share out of the trees, and so of the sums. */
  without?: (share: Share) => boolean
}

/** The file of the owner's balances as this house shows it, under a head that is a few entries later. */
export function toyBalancesFile(
  house: TestCrypto,
  { kind = 'audited', stated, without }: ToyEntry = {},
): BalancesFile {
  const { keys, sha256 } = house
  const salt = (text: string) => sha256(new TextEncoder().encode(text))
  const shares = OWED.flatMap((one): Share[] => {
    const first = BigInt(one.amount) / 3n
    return [
      { ...one, share: 0, amount: String(first) },
      { ...one, share: 1, amount: String(BigInt(one.amount) - first) },
    ]
  }).filter((one) => !without?.(one))
  const liabilities: Liability[] = []
  const shown: ShownShare[] = []
  for (const currency of ['BTC', 'ETH', 'USDT']) {
    const own = shares.filter((one) => one.currency === currency)
    if (own.length === 0) continue
    const leaves = emptySumLevel(own.length)
    for (const [i, one] of own.entries())
      putSumNode(leaves, i, shareLeaf(one, salt(JSON.stringify(one)), sha256))
    const building = buildSumTree(leaves, sha256)
    const { value: tree } = building.next()
    if (!tree) throw new Error('a small tree is built in one step')
    const { hash, sum } = sumRoot(tree)
    liabilities.push({ book: 'real', currency, amount: String(sum), root: hexOf(hash) })
    for (const [i, { account, ...share }] of own.entries()) {
      const path = sumPath(tree, i).map((one) => ({
        side: one.side,
        hash: hexOf(one.hash),
        sum: String(one.sum),
      }))
      if (account === OWNER) shown.push({ ...share, salt: hexOf(salt(JSON.stringify(own[i]))), path })
    }
  }
  const at = { seq: 3, at: START_MS + 1000 }
  const audited = {
    ...ENTRY_OF.audited,
    ...at,
    size: 2,
    until: START_MS,
    whole: START_MS,
    liabilities: stated ? stated(liabilities) : liabilities,
  }
  const entry: LogEntry = kind === 'audited' ? audited : { ...ENTRY_OF.actions, ...at }
  const tree = treeOfEntries(['one', 'two', entryBody(entry), 'four', 'five'], sha256)
  const { left, right } = rangeProof(2, 3, 5, tree.nodes)
  const head = signCheckpoint(
    { origin: keys.origin, size: 5, root: tree.root(5) },
    checkpointKey(keys.origin, keys.log, sha256),
    (message) => house.sign('log', String.fromCharCode(...message)),
  )
  const segment = { from: 2, bodies: [entryBody(entry)], left: left.map(hexOf), right: right.map(hexOf) }
  return { format: BALANCES_FORMAT, account: OWNER, shares: shown, segment, head, keys }
}
