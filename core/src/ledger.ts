import { assert } from './assert.ts'
import type { Book } from './currencies.ts'
import type { Amount } from './money.ts'

/** What an account is for. The number is part of the account's id and never changes meaning. */
export const KINDS = { external: 0, available: 1, escrow: 2, bankroll: 3, fees: 4 } as const
export type Kind = keyof typeof KINDS

/** Why money moves. The number is stored with every transfer and never changes meaning. */
export const CAUSES = { order: 1, settlement: 2, grant: 3, reset: 4, funding: 5 } as const
export type Cause = keyof typeof CAUSES

/** Who may pay whom, for each cause; the database holds the same matrix as a constraint. */
export const FLOWS: Record<Cause, readonly (readonly [Kind, Kind])[]> = {
  order: [
    ['available', 'escrow'],
    ['bankroll', 'escrow'],
  ],
  settlement: [
    ['escrow', 'available'],
    ['escrow', 'bankroll'],
    ['escrow', 'fees'],
  ],
  grant: [['external', 'available']],
  reset: [
    ['external', 'available'],
    ['available', 'external'],
  ],
  funding: [['external', 'bankroll']],
}

/** Owner of the house's accounts: external, escrow, bankroll and fees. Users start at 1. */
export const HOUSE = 0
const MOST_OWNER = 2 ** 43

export interface AccountKey {
  owner: number
  book: Book
  currency: number
  kind: Kind
}

/**
 * The id of an account: owner x 1024 + book x 512 + currency x 16 + kind. Book and currency of two accounts agree
 * exactly when bits 4 to 9 of their ids agree, which is how the database keeps a transfer within one currency and book.
 */
export function accountId(key: AccountKey): bigint {
  assert(Number.isSafeInteger(key.owner) && key.owner >= 0 && key.owner < MOST_OWNER, 'the owner fits the id')
  assert(key.currency > 0 && key.currency < 32, 'the currency fits the id')
  const low = (key.book === 'simulated' ? 512 : 0) + key.currency * 16 + KINDS[key.kind]
  return BigInt(key.owner) * 1024n + BigInt(low)
}

/** One movement between two accounts of the same book and currency; `amount` is above zero. */
export interface Transfer {
  from: AccountKey
  to: AccountKey
  amount: Amount
}
