import * as z from 'zod/mini'
import type { Permission } from './permissions.ts'
import type { RefusalCode } from './refusalCodes.ts'

/**
 * Required caller: anyone; a visitor with a proven address; a registered user; an operator who proved his address and
 * still owes his second factor; or an operator who is signed in.
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

/** What an operator may look at so that the look is a deed. */
export type ReadSubject = 'user' | 'order' | 'withdrawal' | 'thread'

/** One API call: everything that both ends and the documentation need to know about it. */
export interface Route<Input extends z.ZodMiniType, Reply extends z.ZodMiniType> {
  method: 'GET' | 'POST' | 'DELETE'
  path: `/${string}`
  summary: string
  who: Who
  /** What an operators' call takes; null in every other. */
  may: Permission | null
  /**
   * Whether an operator's session shows its second factor anew for it, unless it did so within the last minutes: what a
   * stolen session must not do.
   */
  freshFactor: boolean
  /**
   * Whose data an operators' call shows, and the field of the input that says so: each reader's first look in an hour is a
   * deed. A list whose field is left out is of nobody, and no deed. Null where no field names anybody, or where the module logs every look by itself.
   */
  reads: { subject: ReadSubject; field: string } | null
  /** Whether its body is a raw picture instead of fields. */
  picture: boolean
  /** Whether it changes anything; such a call needs the `X-App` header and our own origin. */
  changes: boolean
  /** Whether it moves money; such a call takes an `Idempotency-Key`. */
  money: boolean
  rate: Rate
  /** Whether its answer has personal details: a page keeps it in memory alone. */
  isPrivate: boolean
  /** Names of the calls whose answers it makes stale; the page fetches those again. */
  refreshes: readonly string[]
  input: Input
  reply: Reply
  /** The expected refusals, besides those that any call may return. */
  refusals: readonly RefusalCode[]
}

/** What a declaration must say; the rest has defaults. */
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
