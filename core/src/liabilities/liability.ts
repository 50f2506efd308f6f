import { asciiBytes, concat } from '../bytes.ts'
import { canonicalWriter } from '../canonical.ts'
import type { Sha256 } from '../crypto.ts'
import { isHash, isUnits } from '../fields.ts'
import type { Book } from '../money/currencies.ts'
import { matches, oneOf, shape, type Check } from '../shape.ts'
import type { SumNode } from './sumTree.ts'

/**
 * What the house owes its users in one currency of one book: the root of a Merkle sum tree over their shares. Stakes of open orders
 * are not in it: they are promised by signed tickets.
 */
export type Liability = Readonly<{
  book: Book
  /** Code, such as USDT. */
  currency: string
  /** Sum of all shares in units, as digits; above zero. */
  amount: string
  /** Hex. */
  root: string
}>

/** The kinds of a user's own accounts. */
export const OWED_KINDS = ['available', 'hold', 'hosted'] as const
export type OwedKind = (typeof OWED_KINDS)[number]

/**
 * One of the two shares of a balance, a leaf of the tree. A random part of the balance is share 0 and the rest share 1, so that the
 * neighbours of a leaf, whose owners see its amount, learn nobody's balance.
 */
export interface Share {
  /** Address of the wallet whose account it is. */
  account: string
  book: Book
  currency: string
  kind: OwedKind
  share: 0 | 1
  /** In units, as digits. */
  amount: string
}

const shareText = canonicalWriter<Share>(['account', 'book', 'currency', 'kind', 'share', 'amount'])

const LEAF = new Uint8Array([0])

/** The leaf of a share: H(0x00 ‖ salt ‖ canonical text). The salt, 32 random bytes, is known to the owner alone. */
export function shareLeaf(share: Share, salt: Uint8Array, sha256: Sha256): SumNode {
  return { hash: sha256(concat(LEAF, salt, asciiBytes(shareText(share)))), sum: BigInt(share.amount) }
}

export const isBook: Check = oneOf('real', 'simulated')

export const isCurrencyCode: Check = (value) => matches(value, /^[A-Z]{2,8}$/)

const isLiability = shape({
  book: isBook,
  currency: isCurrencyCode,
  amount: (value) => isUnits(value) && value !== '0',
  root: isHash,
} satisfies Record<keyof Liability, Check>)

/** Whether a value is the list of an `audited` entry: each book and currency at most once, in the order of their names. */
export function areLiabilities(value: unknown): value is Liability[] {
  if (!Array.isArray(value) || !Array.from<unknown>(value).every(isLiability)) return false
  const names = (value as Liability[]).map(liabilityName)
  return names.every((name, i) => i === 0 || (names[i - 1] ?? '') < name)
}

/** Sorts and finds a liability. */
export function liabilityName({ book, currency }: Pick<Liability, 'book' | 'currency'>): string {
  return `${book} ${currency}`
}
