import { useInfiniteQuery, type QueryKey } from '@tanstack/react-query'

export interface PagesOf<Part, At> {
  /** Key of the list; begins with the route's path. */
  queryKey: QueryKey
  ask: (at: At, signal: AbortSignal) => Promise<Part>
  /** Where the first page is. */
  first: At
  /** Where the page after the last one is; undefined when there is none. */
  next: (last: Part, all: readonly Part[]) => At | undefined
  /** After how many ms what is shown is asked for again; false when it is not. */
  pollMs?: (parts: readonly Part[]) => number | false
}

/** A list, page after page, in the states of an `InfiniteList`. */
export function usePages<Part, At>(
  { queryKey, ask, first, next, pollMs }: PagesOf<Part, At>,
  enabled: boolean,
) {
  const pages = useInfiniteQuery({
    queryKey: [...queryKey, 'pages'],
    enabled,
    initialPageParam: first,
    queryFn: ({ pageParam, signal }) => ask(pageParam as At, signal),
    getNextPageParam: (last: Part, all: readonly Part[]) => next(last, all),
    refetchInterval: ({ state }) => pollMs?.(state.data?.pages ?? []) ?? false,
  })
  return {
    parts: pages.data?.pages ?? [],
    state: stateOf(pages),
    problem: pages.error?.message,
    // When pages that are on screen did not come again, none of them is known to be the last.
    onMore: () => void (!pages.data || pages.isRefetchError ? pages.refetch() : pages.fetchNextPage()),
  }
}

interface PageCursor {
  isPending: boolean
  isError: boolean
  isFetching: boolean
  isFetchingNextPage: boolean
  hasNextPage: boolean
}

/** Trying again is loading, whatever failed before. */
function stateOf(pages: PageCursor): 'more' | 'loading' | 'failed' | 'end' {
  if (pages.isPending || pages.isFetchingNextPage || (pages.isError && pages.isFetching)) return 'loading'
  if (pages.isError) return 'failed'
  return pages.hasNextPage ? 'more' : 'end'
}
