import { HOUR_MS } from '@tickmark/core/days'
import { keepPreviousData, QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { AnyRoute, GivenOf, ReplyOf, RouteTable } from '@tickmark/wire/call'
import { isOffline, mayPass } from './callFailed.ts'
import { openCalls, type CallDeps, type CallName } from './calls.ts'

export interface ClientDeps<Routes extends RouteTable> extends CallDeps<Routes> {
  /**
   * What an answer depends on besides its input: language and book, and the user for personal calls. Part of the query
   * key.
   */
  askerKey(isPersonal: boolean): object
  /** Whether the server answers personal calls. */
  isSignedIn(): boolean
  /** A hook that renders again when `askerKey` or `isSignedIn` changes. */
  useAsker(): unknown
}

/** How a screen shows an answer. */
interface Shown<Input, Reply> {
  enabled?: boolean
  inputNow?: () => Input
  /** In ms; may depend on the last answer. */
  refetchInterval?: number | ((last: Reply | undefined) => number | false)
  /** Whether the last answer stays until the new one is there after a change of language, book or user. */
  keepsLast?: boolean
}

/** The calls of a route table, and the cache of their answers. */
export function openClient<Routes extends RouteTable>(deps: ClientDeps<Routes>) {
  const routes: Readonly<Record<CallName<Routes>, AnyRoute>> = deps.routes
  const queries = openCache()
  const { call, calledWithin } = openCalls(deps, refreshNamed)

  /**
   * Query options for `useQuery` and the cache. The key is the call's path, then `askerKey`, then the input.
   * `inputNow` gives the input to send when a part of it changes with time; the cache entry stays the same.
   */
  function query<N extends CallName<Routes>>(
    name: N,
    input: GivenOf<Routes[N]>,
    inputNow: () => GivenOf<Routes[N]> = () => input,
  ) {
    const { path, who } = routes[name]
    const isPersonal = who !== 'anyone'
    return queryOptions({
      queryKey: [path, deps.askerKey(isPersonal), input] as const,
      queryFn: ({ signal }) => call(name, inputNow(), { signal, quiet: true }),
      enabled: !isPersonal || deps.isSignedIn(),
    })
  }

  /** The options of an answer on screen. Personal calls wait for a sign-in, whatever their screen says. */
  function shown<N extends CallName<Routes>>(
    name: N,
    input: GivenOf<Routes[N]>,
    more: Shown<GivenOf<Routes[N]>, ReplyOf<Routes[N]>> = {},
  ) {
    const { enabled = true, inputNow, refetchInterval, keepsLast = false } = more
    const options = query(name, input, inputNow)
    return queryOptions({
      ...options,
      enabled: options.enabled && enabled,
      refetchInterval: ({ state }) =>
        (typeof refetchInterval === 'function' ? refetchInterval(state.data) : refetchInterval) ||
        againMs(state.error),
      ...(keepsLast && { placeholderData: keepPreviousData }),
    })
  }

  /** `useQuery(query(...))` that follows changes of user, book and language. */
  function useCall<N extends CallName<Routes>>(
    name: N,
    input: GivenOf<Routes[N]>,
    more: Shown<GivenOf<Routes[N]>, ReplyOf<Routes[N]>> = {},
  ) {
    deps.useAsker()
    return useQuery(shown(name, input, more))
  }

  /** Marks the answers of these calls as stale; those on screen are fetched again. */
  function refresh(...names: readonly CallName<Routes>[]): void {
    for (const name of names) void queries.invalidateQueries({ queryKey: [routes[name].path] })
  }

  /** The same for names from a route or an event; a test checks that the table has all of them. */
  function refreshNamed(names: readonly string[]): void {
    refresh(...(names as readonly CallName<Routes>[]))
  }

  return { call, calledWithin, query, shown, useCall, refresh, refreshNamed, queries }
}

const RETRY_MS = 400
const AGAIN_MS = 10_000
/** How long an answer stays in the cache after its last screen closed: another screen shows it when offline. */
const KEEP_MS = HOUR_MS

/** Ms until a failed read on screen is retried automatically; false when a retry is pointless. */
export function againMs(failure: Error | null): number | false {
  return mayPass(failure) && AGAIN_MS
}

/** The cache of answers. Retries a read when its failure may pass; a refusal is final. */
function openCache(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        gcTime: KEEP_MS,
        retry: (count, failure) => count < 2 && mayPass(failure) && !isOffline(),
        retryDelay: (count) => RETRY_MS * 2 ** count,
        refetchInterval: ({ state }) => againMs(state.error),
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}
