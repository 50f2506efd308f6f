import { createHmac } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { assert } from '@tickmark/core/assert'
import { concat, hexOf } from '@tickmark/core/bytes'
import type { ShownShare } from '@tickmark/core/evidence/balancesFile'
import { accountKeyOf, partOf, USER_KINDS } from '@tickmark/core/ledger/accounts'
import { shareLeaf, type Share } from '@tickmark/core/liabilities/share'
import {
  buildSumTree,
  emptySumLevel,
  putSumNode,
  sumPath,
  sumRoot,
  type SumLevel,
  type SumTree,
} from '@tickmark/core/liabilities/sumTree'
import { liabilityName, type Liability } from '@tickmark/core/log/liability'
import { currencyById } from '@tickmark/core/money/currencies'
import type { Reader } from '../../db/pool.ts'
import { sha256 } from '../../platform/sha256.ts'
import { liabilitySalt, owedAccounts, type OwedAccount } from './liabilityStore.ts'

/** What the house owed its users at a time, by currency and book in the order of an `audited` entry. */
export interface Owed {
  /** Ms since 1970. */
  atMs: number
  /** The salts follow from it. */
  key: Uint8Array
  trees: readonly OwedTree[]
}

export interface OwedTree {
  liability: Liability
  tree: SumTree
  /** Of each leaf: the number of its account, and which of the account's shares it is. */
  accounts: BigInt64Array
  shares: Uint8Array
  /** Of each leaf: the number of the user; a user's leaves are found by it. */
  owners: Float64Array
}

/**
 * What the house owed its users at a time, ms since 1970. It follows from the books at any later time. Other work of the process runs in
 * between.
 */
export async function owedAt(reader: Reader, atMs: number): Promise<Owed> {
  const key = await liabilitySalt(reader)
  const parts = Map.groupBy(await owedAccounts(reader, atMs), ({ id }) => partOf(id))
  const trees: OwedTree[] = []
  for (const [, accounts] of parts) trees.push(await owedTree(accounts, { key, atMs }))
  trees.sort((one, other) => (liabilityName(one.liability) < liabilityName(other.liability) ? -1 : 1))
  return { atMs, key, trees }
}

/** What an `audited` entry says that the house owed at a time. */
export async function liabilitiesAt(reader: Reader, atMs: number): Promise<Liability[]> {
  return liabilitiesOf(await owedAt(reader, atMs))
}

export function liabilitiesOf({ trees }: Owed): Liability[] {
  return trees.map(({ liability }) => liability)
}

/** A user's shares, each with its path. */
export function sharesOf({ trees, ...salting }: Owed, userId: number): ShownShare[] {
  return trees.flatMap(({ tree, owners, accounts, shares }) => {
    const found: ShownShare[] = []
    for (let i = owners.indexOf(userId); i >= 0; i = owners.indexOf(userId, i + 1)) {
      const [id, share] = [accounts[i] ?? 0n, shares[i] === 0 ? 0 : 1] as const
      const path = sumPath(tree, i).map(({ side, hash, sum }) => ({
        side,
        hash: hexOf(hash),
        sum: String(sum),
      }))
      const amount = String(tree.levels[0]?.sums[i])
      found.push({ ...placeOf(id), share, amount, salt: hexOf(saltsOf(id, salting)[share]), path })
    }
    return found
  })
}

function placeOf(id: bigint): Pick<Share, 'book' | 'currency' | 'kind'> {
  const key = accountKeyOf(id)
  const currency = currencyById(key.currency)
  const kind = USER_KINDS.find((one) => one === key.kind)
  assert(currency && kind, 'a user has accounts of known currencies and kinds')
  return { book: key.book, currency: currency.code, kind }
}

type Salting = Pick<Owed, 'key' | 'atMs'>

/** The two salts of an account at a time. Neither shows the other. */
function saltsOf(id: bigint, { key, atMs }: Salting): readonly [Uint8Array, Uint8Array] {
  const seed = drawn(key, `${id} ${atMs}`)
  return [sha256(concat(seed, Uint8Array.of(0))), sha256(concat(seed, Uint8Array.of(1)))]
}

/**
 * The two parts of a balance. They change only with the balance: otherwise neighbours would see many different parts of it over
 * time, and so nearly the whole.
 */
function partsOf(
  { id, amount }: Pick<OwedAccount, 'id' | 'amount'>,
  key: Uint8Array,
): readonly [bigint, bigint] {
  const first = drawn(key, `${id} parted at ${amount}`).readBigUInt64BE() % (amount + 1n)
  return [first, amount - first]
}

function drawn(key: Uint8Array, what: string): Buffer {
  return createHmac('sha256', key).update(what).digest()
}

/** Accounts, or leaves, between two pauses. */
const PAUSE_EVERY = 200

/** The tree over the accounts of one book and currency, of which there must be at least one. */
export async function owedTree(owed: readonly OwedAccount[], salting: Salting): Promise<OwedTree> {
  const { unsorted, ranks } = await leavesOf(owed, salting)
  const leaves = emptySumLevel(ranks.length)
  const accounts = new BigInt64Array(ranks.length)
  const [shares, owners] = [new Uint8Array(ranks.length), new Float64Array(ranks.length)]
  for (const [i, rank] of ranks.entries()) {
    if (i % PAUSE_EVERY === PAUSE_EVERY - 1) await setImmediate()
    const from = Number(rank & LEAF_BITS)
    const hash = unsorted.hashes.subarray(from * 32, from * 32 + 32)
    putSumNode(leaves, i, { hash, sum: unsorted.sums[from] ?? 0n })
    const { id } = owed[Math.floor(from / 2)] ?? { id: 0n }
    accounts[i] = id
    shares[i] = from % 2
    owners[i] = Number(id >> 10n)
  }
  const tree = await builtFrom(leaves)
  const { hash, sum } = sumRoot(tree)
  const { book, currency } = placeOf(accounts[0] ?? 0n)
  return {
    liability: { book, currency, amount: String(sum), root: hexOf(hash) },
    tree,
    accounts,
    shares,
    owners,
  }
}

/** The two leaves of each account, and their ranks in order. */
async function leavesOf(owed: readonly OwedAccount[], salting: Salting) {
  const unsorted = emptySumLevel(2 * owed.length)
  const ranks = new BigUint64Array(2 * owed.length)
  for (const [i, account] of owed.entries()) {
    if (i % PAUSE_EVERY === PAUSE_EVERY - 1) await setImmediate()
    const [salts, parts] = [saltsOf(account.id, salting), partsOf(account, salting.key)]
    const owner = { ...placeOf(account.id), account: account.address }
    for (const share of [0, 1] as const) {
      const leaf = shareLeaf({ ...owner, share, amount: String(parts[share]) }, salts[share], sha256)
      putSumNode(unsorted, 2 * i + share, leaf)
      ranks[2 * i + share] = rankOf(leaf.hash, 2 * i + share)
    }
  }
  // A typed array sorts numbers without calling back.
  return { unsorted, ranks: ranks.toSorted() }
}

async function builtFrom(leaves: SumLevel): Promise<SumTree> {
  const building = buildSumTree(leaves, sha256)
  let built = building.next()
  while (built.done !== true) {
    await setImmediate()
    built = building.next()
  }
  return built.value
}

/** Numbers of leaves have 24 bits. */
const LEAF_BITS = (1n << 24n) - 1n

/** The sort key of a leaf: the first five bytes of its hash, which reveal nothing about its owner, then the leaf's number. */
function rankOf(hash: Uint8Array, number: number): bigint {
  assert(BigInt(number) <= LEAF_BITS, 'the number of a leaf has its bits')
  const { buffer, byteOffset } = hash
  return (new DataView(buffer, byteOffset).getBigUint64(0) & ~LEAF_BITS) | BigInt(number)
}
