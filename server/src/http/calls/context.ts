import { assert } from '@tickmark/core/assert'
import type { Delegation } from '@tickmark/core/consent/delegation'
import type { Book } from '@tickmark/core/money/currencies'
import type { InputOf, ReplyOf, RouteTable } from '@tickmark/wire/call'
import type { Language } from '@tickmark/texts/languages'
import type { Role } from '@tickmark/wire/roles'
import type { OperatorSession } from './operatorSession.ts'

/** A registered user, as a call sees it. */
export interface User {
  id: number
  address: string
  /** Made in the page without a wallet: outside the sandbox it may use the simulated book only. */
  practice: boolean
}

/** The key that signs a session's orders, with the delegation by its owner's wallet. */
export interface SessionKey {
  delegation: Delegation
  /** `delegationHash`, in hex. */
  hash: string
}

/** A running session: an address proven by a signature. */
export interface Session {
  id: string
  address: string
  walletType: 1 | 2
  practice: boolean
  user: User | null
  transport: 'cookie' | 'bearer'
  /** Null for a client that signs no orders. */
  key: SessionKey | null
  createdAtMs: number
  /** End by age, by idleness or by the delegation's end, whichever comes first (ms). */
  expiresAtMs: number
}

/** An operator: an address named by the configuration or another operator, and proven at the operators' console. */
export interface Operator {
  address: string
  name: string
  roles: readonly Role[]
}

/** The caller of a route. Every field was checked; the request's own claims are not in it. */
export interface CallContext {
  /** Never null in a route with `who: 'user'`; see `userOf`. */
  user: User | null
  /** Null only in a route with `who: 'anyone'`. */
  session: Session | null
  /** Never null in a route for operators, and null in every other route; see `operatorOf`. */
  operator: Operator | null
  /** The operator's session; set exactly where `operator` is. */
  operatorSession: OperatorSession | null
  /** The raw body of a route that takes a picture, not checked yet; null elsewhere. */
  picture: Buffer | null
  book: Book
  language: Language
  ip: string
  /** The page's own origin when the request named it, else the configured one. */
  origin: string
  /** The browser's User-Agent; used for the list of sessions only. */
  userAgent: string
  /** A UUID, never null in routes that move money. */
  idempotencyKey: string | null
  /** The house's time. */
  nowMs: number
  /** The machine's clock, for values that other machines check: an authenticator's codes, and the expiry that a signer reads. */
  wallMs: number
  cookie(name: string): string | null
  /** Sets a first-party cookie that scripts cannot read; an age of 0 s removes it. */
  setCookie(name: string, value: string, maxAgeS: number): void
  /** Sets the cookie of an operator's session; an age of 0 s removes it. */
  setOperatorToken(token: string, maxAgeS: number): void
}

/** The moment of a call on both clocks. */
export type CallMoment = Pick<CallContext, 'nowMs' | 'wallMs'>

/** A module's answers to its part of the route table; the compiler checks that every route has one. */
export type Answers<T extends RouteTable> = {
  [K in keyof T]: (input: InputOf<T[K]>, context: CallContext) => Promise<ReplyOf<T[K]>>
}

/** The user of a route that requires one. */
export function userOf(context: CallContext): User {
  assert(context.user, 'the route is for users')
  return context.user
}

/** The operator of a route that requires one. */
export function operatorOf(context: CallContext): Operator {
  assert(context.operator, 'the route is for operators')
  return context.operator
}

/** The operator's session of a route that requires one. */
export function operatorSessionIn(context: CallContext): OperatorSession {
  assert(context.operatorSession, 'the route is for operators')
  return context.operatorSession
}

/** The session of a route that requires a proven address. */
export function sessionOf(context: CallContext): Session {
  assert(context.session, 'the route is for visitors who proved an address')
  return context.session
}

/** The idempotency key of a route that moves money. */
export function keyOf(context: CallContext): string {
  assert(context.idempotencyKey, 'the route takes an idempotency key')
  return context.idempotencyKey
}
