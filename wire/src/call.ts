import type * as z from 'zod/mini'
import type { Role } from './roles.ts'
import type { RefusalCode } from './refusalCodes.ts'

/** Who may ask: anyone; a visitor who proved an address; a registered user; or an operator who proved his. */
export type Who = 'anyone' | 'visitor' | 'user' | 'operator'

/** Which rate limit a route counts against. */
export type Rate =
  | 'read'
  | 'write'
  | 'order'
  | 'swap'
  | 'withdraw'
  | 'faucet'
  | 'code'
  | 'challenge'
  | 'verify'
  | 'register'
  | 'upload'
  | 'chat'

/** One call of the product: everything that both ends and the documentation need to know about it. */
export interface Route<Input extends z.ZodMiniType, Reply extends z.ZodMiniType> {
  method: 'GET' | 'POST' | 'DELETE'
  path: `/${string}`
  summary: string
  who: Who
  /** Of a call for operators: the role that it takes, an admin having each. */
  role: Role | 'any'
  /** Whether its body is a bare picture instead of fields. */
  picture: boolean
  /** Whether it changes anything; such a call needs the `X-App` header and our own origin. */
  changes: boolean
  /** Whether it moves money; such a call takes an `Idempotency-Key`. */
  money: boolean
  rate: Rate
  /** Names of the calls whose answers it makes out of date; the page asks those again. */
  refreshes: readonly string[]
  input: Input
  reply: Reply
  /** The expected refusals, beyond those that any call may answer with. */
  refusals: readonly RefusalCode[]
}

type Given<I extends z.ZodMiniType, R extends z.ZodMiniType> = Pick<
  Route<I, R>,
  'method' | 'path' | 'summary' | 'who' | 'input' | 'reply'
> &
  Partial<Route<I, R>>

/** Declares a call; it changes nothing and moves no money unless it says so. */
export function route<I extends z.ZodMiniType, R extends z.ZodMiniType>(given: Given<I, R>): Route<I, R> {
  const rate = given.changes ? 'write' : 'read'
  return {
    changes: false,
    money: false,
    role: 'any',
    picture: false,
    rate,
    refusals: [],
    refreshes: [],
    ...given,
  }
}

export type AnyRoute = Route<z.ZodMiniType, z.ZodMiniType>
export type RouteTable = Record<string, AnyRoute>
export type InputOf<R> = R extends Route<infer I, z.ZodMiniType> ? z.output<I> : never
/** What a caller may pass, before defaults are filled in. */
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
