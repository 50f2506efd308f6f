import * as z from 'zod/mini'
import type { Permission } from './permissions.ts'
import type { RefusalCode } from './refusalCodes.ts'

/**
 * Required caller: anyone; a visitor with a proven address; a registered user; an operator with a proven address whose second
 * factor is pending; or a signed-in operator.
 */
export type Who = 'anyone' | 'visitor' | 'user' | 'arriving' | 'operator'

/** The rate limit that a route counts against. */
export type Rate =
  | 'read'
  | 'write'
  | 'order'
  | 'swap'
  | 'withdraw'
  | 'faucet'
  | 'code'
  | 'factor'
  | 'guess'
  | 'passkey'
  | 'challenge'
  | 'verify'
  | 'register'
  | 'upload'
  | 'chat'

/** Subjects whose reading by an operator is logged as an action. */
export type ReadSubject = 'user' | 'order' | 'withdrawal' | 'thread'

/** One API call: everything that both ends and the documentation need to know about it. */
export interface Route<Input extends z.ZodMiniType, Reply extends z.ZodMiniType> {
  method: 'GET' | 'POST' | 'DELETE'
  path: `/${string}`
  summary: string
  who: Who
  /** Permission that an operators' call needs; null for any other call. */
  may: Permission | null
  /**
   * Whether the operator must repeat the second factor, unless done within the last minutes: protects calls that a stolen session
   * must not make.
   */
  freshFactor: boolean
  /**
   * The subject whose data an operators' call shows, and the input field that names it: each reader's first look in an hour is
   * logged as an action. A list called without that field logs no action. Null when no field names anybody, or when the module
   * logs every look itself.
   */
  reads: { subject: ReadSubject; field: string } | null
  /** Whether the body is a raw picture instead of fields. */
  picture: boolean
  /** Whether the call changes anything; it then needs the `X-App` header and our own origin. */
  changes: boolean
  /** Whether the call moves money; it then takes an `Idempotency-Key`. */
  money: boolean
  rate: Rate
  /** Whether the answer is read from a history that grows: a user's such calls are then answered one after another. */
  inTurn: boolean
  /** Whether the answer has personal details: a user's page then keeps it only in memory, as the console keeps all answers. */
  isPrivate: boolean
  /** Names of the calls whose answers become stale; the page fetches those again. */
  refreshes: readonly string[]
  input: Input
  reply: Reply
  /** The expected refusals, in addition to those of any call. */
  refusals: readonly RefusalCode[]
}

/** Required parts of a declaration; the rest has defaults. */
type Given<I extends z.ZodMiniType, R extends z.ZodMiniType> = Pick<
  Route<I, R>,
  'method' | 'path' | 'summary' | 'reply'
> &
  Partial<Omit<Route<I, R>, 'who' | 'may'>> &
  ({ who: 'operator'; may: Permission } | { who: Exclude<Who, 'operator'>; may?: null })

const NO_INPUT = z.object({})

/**
 * Declares a call. By default it has no input, changes something unless it is a GET, and moves no money; one that does
 * can be refused for its key.
 */
export function route<R extends z.ZodMiniType, I extends z.ZodMiniType = typeof NO_INPUT>(
  given: Given<I, R>,
): Route<I, R>
export function route(given: Given<z.ZodMiniType, z.ZodMiniType>): AnyRoute {
  const { changes = given.method !== 'GET', money = false, freshFactor = false } = given
  const refusals = [...(given.refusals ?? []), ...(freshFactor ? (['factor_stale'] as const) : [])]
  return {
    may: null,
    picture: false,
    reads: null,
    rate: changes ? 'write' : 'read',
    inTurn: false,
    isPrivate: false,
    refreshes: [],
    input: NO_INPUT,
    ...given,
    freshFactor,
    changes,
    money,
    refusals: money ? [...refusals, 'key_missing', 'key_invalid', 'key_reused'] : refusals,
  }
}

export type AnyRoute = Route<z.ZodMiniType, z.ZodMiniType>
export type RouteTable = Record<string, AnyRoute>
export type InputOf<R> = R extends Route<infer I, z.ZodMiniType> ? z.output<I> : never
/** The input from a caller, before defaults are filled in. */
export type GivenOf<R> = R extends Route<infer I, z.ZodMiniType> ? z.input<I> : never
export type ReplyOf<R> = R extends Route<z.ZodMiniType, infer O> ? z.output<O> : never

/** The body of every answer. */
export interface Answer<Data> {
  status: number
  message: string
  data: Data
  /** Present on refusals only. */
  code?: string
}
