import { assert } from '@tickmark/core/assert'
import type { Book } from '@tickmark/core/money/currencies'
import type { InputOf, ReplyOf, RouteTable } from '@tickmark/wire/call'
import type { Language } from '@tickmark/texts/languages'
import type { Role } from '@tickmark/wire/roles'

/** A registered user, as a call sees him. */
export interface User {
  id: number
  address: string
  /** Made in the page without a wallet: simulated book only, outside the sandbox. */
  practice: boolean
}

/** A running session: an address that was proved by a signature. */
export interface Session {
  id: string
  address: string
  walletType: 1 | 2
  practice: boolean
  user: User | null
  transport: 'cookie' | 'bearer'
  createdAtMs: number
  /** End by age or by idleness, whichever comes first. */
  expiresAtMs: number
}

/** A person of the house: an address that the configuration names, proved by a session like any other. */
export interface Operator {
  address: string
  roles: readonly Role[]
}

/** Who asks, and how. Everything in it was checked; the claims that a request makes about itself are not in it. */
export interface CallContext {
  /** Never null in a route of `who: 'user'`; see `userOf`. */
  user: User | null
  /** Null in a route of `who: 'anyone'` alone, where nobody needs one. */
  session: Session | null
  /** Never null in a route of `who: 'operator'`, and null in every other; see `operatorOf`. */
  operator: Operator | null
  /** The bare body of a route that takes a picture, not looked at yet; null elsewhere. */
  picture: Buffer | null
  book: Book
  language: Language
  ip: string
  /** The page's own origin when the request named it, else the configured one. */
  origin: string
  /** What the browser says it is; for the list of sessions alone. */
  userAgent: string
  /** A UUID in routes that move money, where it is never null. */
  idempotencyKey: string | null
  nowMs: number
  cookie(name: string): string | null
  /** Sets a first-party cookie that scripts cannot read; an age of 0 s removes it. */
  setCookie(name: string, value: string, maxAgeS: number): void
}

/** A room's answers to its part of the route table; the compiler sees to it that the whole table is answered. */
export type Answers<T extends RouteTable> = {
  [K in keyof T]: (input: InputOf<T[K]>, context: CallContext) => Promise<ReplyOf<T[K]>>
}

/** The user of a route that only users reach. */
export function userOf(context: CallContext): User {
  assert(context.user, 'the route is for users')
  return context.user
}

/** The operator of a route that only operators reach. */
export function operatorOf(context: CallContext): Operator {
  assert(context.operator, 'the route is for operators')
  return context.operator
}

/** The session of a route that only visitors with a proved address reach. */
export function sessionOf(context: CallContext): Session {
  assert(context.session, 'the route is for visitors who proved an address')
  return context.session
}

/** The idempotency key of a route that moves money. */
export function keyOf(context: CallContext): string {
  assert(context.idempotencyKey, 'the route takes an idempotency key')
  return context.idempotencyKey
}
