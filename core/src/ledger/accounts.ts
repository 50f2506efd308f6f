import { assert } from '../assert.ts'
import { bookOfCode, type Book } from '../money/currencies.ts'
import type { Amount } from '../money/money.ts'

/** The purpose of an account. The number is part of the account's id and never changes meaning. */
export const KINDS = {
  external: 0,
  available: 1,
  escrow: 2,
  bankroll: 3,
  fees: 4,
  hold: 5,
  inventory: 6,
  lending: 7,
  // The arbitrage programme's holdings at each venue.
  venue1: 8,
  venue2: 9,
  venue3: 10,
  venue4: 11,
  venue5: 12,
  programme: 13,
  hosted: 14,
} as const
export type Kind = keyof typeof KINDS

/** The cause of a movement. The number is stored with every transfer and never changes meaning. */
export const CAUSES = {
  order: 1,
  settlement: 2,
  grant: 3,
  reset: 4,
  funding: 5,
  deposit: 6,
  withdrawal: 7,
  payout: 8,
  swap: 9,
  loss: 10,
  growth: 11,
  loan: 12,
  repayment: 13,
  fill: 14,
  move: 15,
  earning: 16,
  hosting: 17,
  release: 18,
  yield: 19,
  treasury: 20,
} as const
export type Cause = keyof typeof CAUSES

/** Causes whose movements follow from rows of their own, of orders and of the days of hosting: no transfer has them. */
export const CAUSES_BY_ROWS = ['order', 'settlement', 'yield'] as const satisfies readonly Cause[]

/** The accounts of the arbitrage programme's venues, in the order of their numbers from 1 on. */
export const VENUE_KINDS = ['venue1', 'venue2', 'venue3', 'venue4', 'venue5'] as const
export type VenueKind = (typeof VENUE_KINDS)[number]

/** Allowed flows between kinds of account, for each cause; the database enforces the same matrix as a constraint. */
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
  funding: [
    ['external', 'bankroll'],
    ['external', 'inventory'],
    ['external', 'lending'],
    ...VENUE_KINDS.map((venue) => ['external', venue] as const),
  ],
  deposit: [['external', 'available']],
  withdrawal: [['available', 'hold']],
  // The hold ends: amount and network fee leave, the operator's fee goes to `fees`, the unused fee cap returns.
  // The last two flows pay for gas.
  payout: [
    ['hold', 'external'],
    ['hold', 'fees'],
    ['hold', 'available'],
    ['inventory', 'external'],
    ['bankroll', 'external'],
  ],
  swap: [
    ['available', 'inventory'],
    ['inventory', 'available'],
  ],
  // A chain reorganisation took back money that was already credited: the operator bears the loss.
  loss: [['bankroll', 'external']],
  // In the simulated book only: practice money that the house lacks.
  growth: [
    ['external', 'bankroll'],
    ['external', 'inventory'],
    ['external', 'programme'],
  ],
  // In the real book only: lent money comes only from the lending pool.
  loan: [['lending', 'available']],
  // Instalments go back to the pool; the late fee goes to `fees`.
  repayment: [
    ['available', 'lending'],
    ['available', 'fees'],
  ],
  // In the real book only: amounts exchanged at a venue, and its fee.
  fill: VENUE_KINDS.flatMap((venue) => [['external', venue] as const, [venue, 'external'] as const]),
  // In the real book only: what leaves a venue for another one, the cost of that, and its arrival there.
  move: VENUE_KINDS.flatMap((venue) => [[venue, 'external'] as const, ['external', venue] as const]),
  // In the real book only: a day's profit, after earlier losses are earned back.
  earning: VENUE_KINDS.map((venue) => [venue, 'programme'] as const),
  // A host's principal moves into his own account for it, and from there back to him, less the fee of an early exit.
  hosting: [['available', 'hosted']],
  release: [
    ['hosted', 'available'],
    ['hosted', 'fees'],
  ],
  yield: [['programme', 'available']],
  // In the real book only: the house's own money between its accounts, as decided by two operators.
  treasury: [
    ['inventory', 'bankroll'],
    ['inventory', 'lending'],
    ['bankroll', 'inventory'],
    ['bankroll', 'lending'],
    ['lending', 'bankroll'],
    ['lending', 'inventory'],
    ['fees', 'bankroll'],
    ['fees', 'inventory'],
    ['fees', 'lending'],
  ],
}

/** Kinds of account that users own; all others are the operator's. */
export const USER_KINDS = ['available', 'hold', 'hosted'] as const satisfies readonly Kind[]
export type UserKind = (typeof USER_KINDS)[number]

/** The kinds of account that a user can have in a book: nobody withdraws practice money. */
export function kindsIn(book: Book): readonly UserKind[] {
  return book === 'real' ? USER_KINDS : USER_KINDS.filter((kind) => kind !== 'hold')
}

/** Owner id of the operator's accounts. Users start at 1. */
export const HOUSE = 0
const MOST_OWNER = 2 ** 43

export interface AccountKey {
  owner: number
  book: Book
  currency: number
  kind: Kind
}

/**
 * The id of an account: owner x 1024 + book x 512 + currency x 16 + kind. Two accounts have the same book and currency
 * exactly when bits 4 to 9 of their ids agree; the database uses this to keep a transfer within one currency and book.
 */
export function accountId({ owner, book, currency, kind }: AccountKey): bigint {
  return BigInt(accountNumber(owner, book, currency, kind))
}

/** The same as a number, which holds every id exactly. */
export function accountNumber(owner: number, book: Book, currency: number, kind: Kind): number {
  assert(Number.isSafeInteger(owner) && owner >= 0 && owner < MOST_OWNER, 'the owner fits the id')
  assert(currency > 0 && currency < 32, 'the currency fits the id')
  return owner * 1024 + (book === 'simulated' ? 512 : 0) + currency * 16 + KINDS[kind]
}

/** The account that has this id; the reverse of `accountId`. */
export function accountKeyOf(id: bigint): AccountKey {
  const kind = (Object.keys(KINDS) as Kind[]).find((one) => KINDS[one] === Number(id & 15n))
  assert(kind, 'an id ends with the number of a kind')
  return {
    owner: Number(id >> 10n),
    book: bookOfCode(Number((id >> 9n) & 1n)),
    currency: Number((id >> 4n) & 31n),
    kind,
  }
}

/** A number that the ids of two accounts share exactly when book and currency are the same. */
export function partOf(id: bigint): number {
  return Number(id & 1008n)
}

/** One movement between two accounts of the same book and currency; `amount` is above zero. */
export interface Transfer {
  from: AccountKey
  to: AccountKey
  amount: Amount
}
