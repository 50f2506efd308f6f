import { QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { AnyRoute, GivenOf, ReplyOf, RouteTable } from '@tickmark/wire/call'
import { isNetworkFailure } from './callFailed.ts'
import { openCalls, type CallDeps, type CallName } from './calls.ts'

export interface ClientDeps<Routes extends RouteTable> extends CallDeps<Routes> {
  /** What an answer depends on beside its input: who asks, when it is a user's own call, and how. Part of its key. */
  askerKey(isPersonal: boolean): object
  /** Whether a user's own calls will be answered. */
  isSignedIn(): boolean
  /** Follows what `askerKey` and `isSignedIn` say, as a hook. */
  useAsker(): unknown
}

/** The calls of a route table and the cache of their answers. */
export function openClient<Routes extends RouteTable>(deps: ClientDeps<Routes>) {
  const routes: Readonly<Record<CallName<Routes>, AnyRoute>> = deps.routes
  const queries = openCache()
  const { call, calledWithin } = openCalls(deps, refreshNamed)

  /** Options of a query for `useQuery` and the cache, keyed by the call's path, then who asks, then the input. */
  function query<N extends CallName<Routes>>(name: N, input: GivenOf<Routes[N]>) {
    const { path, who } = routes[name]
    const isPersonal = who !== 'anyone'
    return queryOptions({
      queryKey: [path, deps.askerKey(isPersonal), input] as const,
      queryFn: ({ signal }) => call(name, input, { signal, quiet: true }),
      enabled: !isPersonal || deps.isSignedIn(),
    })
  }

  /** `useQuery(query(...))` that follows who asks. */
  function useCall<N extends CallName<Routes>>(
    name: N,
    input: GivenOf<Routes[N]>,
    more: {
      enabled?: boolean
      /** Ms; may depend on the last answer. */
      refetchInterval?: number | ((last: ReplyOf<Routes[N]> | undefined) => number | false)
    } = {},
  ) {
    deps.useAsker()
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
  function refresh(...names: readonly CallName<Routes>[]): void {
    for (const name of names) void queries.invalidateQueries({ queryKey: [routes[name].path] })
  }

  /** The same by the names that a route or an event gives, all of which a test has found in the table. */
  function refreshNamed(names: readonly string[]): void {
    refresh(...(names as readonly CallName<Routes>[]))
  }

  return { call, calledWithin, query, useCall, refresh, refreshNamed, queries }
}

/** Where answers are kept. A refusal is an answer: only a network failure is worth asking again. */
function openCache(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (count, failure) => count < 2 && isNetworkFailure(failure),
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}
