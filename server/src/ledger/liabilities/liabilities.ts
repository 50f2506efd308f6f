import { createHmac } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { assert } from '@tickmark/core/assert'
import { hexOf } from '@tickmark/core/bytes'
import type { ShownShare } from '@tickmark/core/evidence/balancesFile'
import { shareLeaf, type Share } from '@tickmark/core/liabilities/share'
import {
  buildSumTree,
  sumPath,
  sumRoot,
  type SumNode,
  type SumTree,
} from '@tickmark/core/liabilities/sumTree'
import { KINDS, USER_KINDS } from '@tickmark/core/ledger/accounts'
import { liabilityName, type Liability } from '@tickmark/core/log/liability'
import { bookOfCode, currencyById } from '@tickmark/core/money/currencies'
import type { Reader } from '../../db/pool.ts'
import { sha256 } from '../../platform/sha256.ts'
import { liabilitySalt, owedAccounts, type OwedAccount } from './liabilityStore.ts'

/** What the house owed its users at a time, in one currency of one book. */
export interface OwedTree {
  liability: Liability
  tree: SumTree
  /** The leaves of the tree, in its order. */
  leaves: readonly Leaf[]
}

interface Leaf {
  /** Number of the user. */
  owner: number
  share: Omit<Share, 'account'>
  salt: Uint8Array
}

/**
 * The trees of what the house owed its users at a time, ms since 1970, sorted as in an `audited` entry. They follow from the books at
 * any later time. It lets other work of the process run in between.
 */
export async function owedTrees(reader: Reader, atMs: number): Promise<OwedTree[]> {
  const key = await liabilitySalt(reader)
  const parts = new Map<string, Part>()
  for (const [i, account] of (await owedAccounts(reader, atMs)).entries()) {
    if (i % PAUSE_EVERY === PAUSE_EVERY - 1) await setImmediate()
    const { book, currency, kind } = placeOf(account.id)
    const name = liabilityName({ book, currency })
    const part = parts.get(name) ?? { book, currency, leaves: [] }
    parts.set(name, part)
    part.leaves.push(...leavesOf(account, { book, currency, kind }, { key, atMs }))
  }
  const trees: OwedTree[] = []
  for (const [, part] of [...parts].toSorted(([one], [other]) => (one < other ? -1 : 1)))
    trees.push(await treeOf(part))
  return trees
}

/** The accounts of one book and currency. */
interface Part extends Pick<Liability, 'book' | 'currency'> {
  leaves: [Leaf, SumNode][]
}

/** Accounts between two pauses. */
const PAUSE_EVERY = 200

/** A user's shares, each with its path. */
export function sharesOf(trees: readonly OwedTree[], userId: number): ShownShare[] {
  return trees.flatMap(({ tree, leaves }) =>
    leaves.flatMap(({ owner, share, salt }, i) => {
      if (owner !== userId) return []
      const path = sumPath(tree, i).map((step) => ({
        side: step.side,
        hash: hexOf(step.hash),
        sum: String(step.sum),
      }))
      return [{ ...share, salt: hexOf(salt), path }]
    }),
  )
}

function placeOf(id: bigint): Pick<Share, 'book' | 'currency' | 'kind'> {
  const currency = currencyById(Number((id >> 4n) & 31n))
  const kind = USER_KINDS.find((one) => KINDS[one] === Number(id & 15n))
  assert(currency && kind, 'a user has accounts of known currencies and kinds')
  return { book: bookOfCode(Number((id >> 9n) & 1n)), currency: currency.code, kind }
}

/** The two leaves of an account. Salts and parts follow from the key, the account and the time. */
function leavesOf(
  { id, amount, address }: OwedAccount,
  place: Pick<Share, 'book' | 'currency' | 'kind'>,
  { key, atMs }: { key: Uint8Array; atMs: number },
): [Leaf, SumNode][] {
  const drawn = (what: string) => createHmac('sha256', key).update(`${id} ${atMs} ${what}`).digest()
  const first = drawn('part').readBigUInt64BE() % (amount + 1n)
  return ([first, amount - first] as const).map((part, i) => {
    const share = { ...place, share: i === 0 ? 0 : 1, amount: String(part) } as const
    const salt = drawn(`salt ${i}`)
    return [
      { owner: Number(id >> 10n), share, salt },
      shareLeaf({ account: address, ...share }, salt, sha256),
    ]
  })
}

/** The tree over leaves in the order of their hashes, which tells nothing of their owners. */
async function treeOf({ book, currency, leaves }: Part): Promise<OwedTree> {
  const sorted = leaves.toSorted(([, one], [, other]) => Buffer.compare(one.hash, other.hash))
  const building = buildSumTree(
    sorted.map(([, node]) => node),
    sha256,
  )
  let built = building.next()
  while (built.done !== true) {
    await setImmediate()
    built = building.next()
  }
  const { hash, sum } = sumRoot(built.value)
  const liability = { book, currency, amount: String(sum), root: hexOf(hash) }
  return { liability, tree: built.value, leaves: sorted.map(([leaf]) => leaf) }
}
