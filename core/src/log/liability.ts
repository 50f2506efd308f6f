import { isHash, isUnits } from '../fields.ts'
import type { Book } from '../money/currencies.ts'
import { matches, oneOf, shape, type Check } from '../shape.ts'

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
