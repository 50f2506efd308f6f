import { QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { GivenOf, ReplyOf } from '@tickmark/wire/call'
import { openEnvelope, sealEnvelope } from '@tickmark/wire/legacy/envelope'
import { ROUTES, type RouteName } from '@tickmark/wire/routes/all'
import * as z from 'zod/mini'
import { learnServerClock } from './serverClock.ts'
import { askConfigAgain, loadConfig } from './publicConfig.ts'
import { envelopeCipher } from './envelope.ts'
import { t } from '../i18n/i18n.ts'
import { askToJoin } from '../session/joinSheet.ts'
import { clearServerSession, isSignedIn, sessionNow, useSession } from '../session/session.ts'
import { toast } from '@tickmark/ui/layer/toast.ts'

export type Given<N extends RouteName> = GivenOf<(typeof ROUTES)[N]>
export type Reply<N extends RouteName> = ReplyOf<(typeof ROUTES)[N]>

/** A call that was not answered with 200. `message` is ready to show; `code` is `network` when no answer came. */
export class CallFailed extends Error {
  readonly code: string
  readonly status: number
  readonly data: unknown

  constructor(code: string, status: number, message: string, data: unknown = null) {
    super(message)
    this.name = 'CallFailed'
    this.code = code
    this.status = status
    this.data = data
  }
}

export interface CallOptions {
  /** The caller shows a failure itself; without it a toast does. */
  quiet?: boolean
  signal?: AbortSignal
  /** For calls that move money: keep it and pass it again to repeat a call that may have arrived. */
  idempotencyKey?: string
}

/**
 * Makes a call of the route table. Throws `CallFailed`, after showing its message unless `quiet`. A call that moves
 * money is sent again with the same key while the network fails, at most twice.
 */
export async function call<N extends RouteName>(
  name: N,
  input: Given<N>,
  options: CallOptions = {},
): Promise<Reply<N>> {
  if (ROUTES[name].changes) deeds.set(name, Date.now())
  try {
    const key = ROUTES[name].money ? (options.idempotencyKey ?? newKey()) : undefined
    return await askAgain(() => askOnce(name, input, { ...options, idempotencyKey: key }), key ? 2 : 0)
  } catch (failure) {
    if (failure instanceof CallFailed) react(failure, ROUTES[name].changes, options.quiet === true)
    throw failure
  }
}

const deeds = new Map<RouteName, number>()

/** Whether this page made one of these calls in the last so many ms: what the server says of that is said here already. */
export function didIn(ms: number, names: readonly RouteName[]): boolean {
  return names.some((name) => Date.now() - (deeds.get(name) ?? 0) < ms)
}

/** Options of a query for `useQuery` and the cache, keyed by the call's path, then who asks, then the input. */
export function query<N extends RouteName>(name: N, input: Given<N>) {
  const { address, book, language } = sessionNow()
  const user = ROUTES[name].who !== 'anyone'
  return queryOptions({
    queryKey: [
      ROUTES[name].path,
      { address: user ? address : null, book: user ? book : null, language },
      input,
    ] as const,
    queryFn: ({ signal }) => call(name, input, { signal, quiet: true }),
    enabled: !user || isSignedIn(),
  })
}

/** `useQuery(query(...))` that follows account, address and language. */
export function useCall<N extends RouteName>(
  name: N,
  input: Given<N>,
  more: {
    enabled?: boolean
    /** Ms; may depend on the last answer. */
    refetchInterval?: number | ((last: Reply<N> | undefined) => number | false)
  } = {},
) {
  useSession()
  const { enabled = true, refetchInterval = false } = more
  const options = query(name, input)
  return useQuery({
    ...options,
    enabled: options.enabled && enabled,
    refetchInterval:
      typeof refetchInterval === 'function' ? ({ state }) => refetchInterval(state.data) : refetchInterval,
  })
}

/** Marks what a call answered as out of date; what is on screen is fetched again. */
export function refresh(...names: RouteName[]): void {
  for (const name of names) void queries.invalidateQueries({ queryKey: [ROUTES[name].path] })
}

/** A fresh idempotency key: a UUID, also where the page is not a secure context. */
export function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // A refusal is an answer: only a network failure is worth asking again.
      retry: (count, failure) => count < 2 && failure instanceof CallFailed && failure.code === 'network',
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

async function askOnce<N extends RouteName>(
  name: N,
  input: Given<N>,
  options: CallOptions,
): Promise<Reply<N>> {
  const { method, path } = ROUTES[name]
  return replyOf(name, await exchange(method, path, { ...(input as object), ...claims() }, options))
}

/** The reply that an answer holds; throws `CallFailed` for a refusal, and for what is no answer. */
export function replyOf<N extends RouteName>(name: N, value: unknown): Reply<N> {
  const answer = z.safeParse(answerShape, value)
  if (!answer.success) throw networkFailure()
  const { status, code = 'failed', message, data } = answer.data
  if (status !== 200) throw new CallFailed(code, status, message, data)
  const parsed = z.safeParse(ROUTES[name].reply as unknown as z.ZodMiniType<Reply<N>>, data)
  if (!parsed.success) throw networkFailure()
  return parsed.data
}

/** Sends one enveloped request and replies with what its envelope holds. */
async function exchange(method: string, path: string, body: object, options: CallOptions): Promise<unknown> {
  try {
    const config = await loadConfig()
    const cipher = envelopeCipher(config.envelopeKey)
    const sealed = sealEnvelope(body, cipher)
    const post = method === 'POST'
    const response = await fetch(post ? path : `${path}?params=${sealed}`, {
      method,
      headers: {
        'x-app': '1',
        ...(post && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
      },
      credentials: 'same-origin',
      ...(post && { body: `data=${sealed}` }),
      ...(options.signal && { signal: options.signal }),
    })
    const now = Number(response.headers.get('x-now'))
    if (now > 0) learnServerClock(now)
    const text = (await response.text()).trim()
    return text.startsWith('{') ? JSON.parse(text) : openEnvelope(text, cipher)?.value
  } catch (failure) {
    if (options.signal?.aborted) throw failure
    throw networkFailure()
  }
}

const answerShape = z.object({
  status: z.number(),
  message: z._default(z.string(), ''),
  data: z.optional(z.unknown()),
  code: z.optional(z.string()),
})

/** What every request says about itself. */
function claims(): object {
  const { address, book, language } = sessionNow()
  return { language, is_virtual_account: book, ...(address !== null && { address }) }
}

async function askAgain<T>(ask: () => Promise<T>, times: number): Promise<T> {
  for (let left = times; ; left--) {
    try {
      return await ask()
    } catch (failure) {
      if (left === 0 || !(failure instanceof CallFailed) || failure.code !== 'network') throw failure
      await new Promise((resolve) => setTimeout(resolve, (times - left + 1) * 700))
    }
  }
}

/** What a failure does to the page: a lost session ends here too, and its message is shown. */
export function react(failure: CallFailed, byHand: boolean, quiet: boolean): void {
  if (failure.code === 'sign_in_first' || failure.code === 'wallet_changed') {
    clearServerSession()
    if (byHand) askToJoin()
  }
  if (failure.code === 'bad_envelope') askConfigAgain()
  if (!quiet && failure.message) toast(failure.message, { tone: 'wrong' })
}

export function networkFailure(): CallFailed {
  return new CallFailed('network', 0, t('shell:networkFailure'))
}
