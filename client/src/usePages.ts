import { useInfiniteQuery, type QueryKey } from '@tanstack/react-query'
import { isOffline } from './callFailed.ts'
import { againMs } from './openClient.ts'

export interface PagesOf<Part, At> {
  /** Query key of the list; begins with the route's path. */
  queryKey: QueryKey
  ask: (at: At, signal: AbortSignal) => Promise<Part>
  /** Position of the first page. */
  first: At
  /** Position of the next page; undefined after the last one. */
  next: (last: Part, all: readonly Part[]) => At | undefined
  /** Ms between refetches of the loaded pages; false for none. */
  pollMs?: (parts: readonly Part[]) => number | false
}

/** A paged list in the states of an `InfiniteList`. */
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
    refetchInterval: ({ state }) => pollMs?.(state.data?.pages ?? []) || againMs(state.error),
  })
  return {
    parts: pages.data?.pages ?? [],
    state: pageState({ ...pages, isKept: pages.data !== undefined && isOffline() }),
    // Marking answers as stale cancels a request for the next page.
    fetchedAtMs: pages.dataUpdatedAt,
    problem: pages.error?.message,
    onMore: () => void (startsOver(pages) ? pages.refetch() : pages.fetchNextPage()),
  }
}

/** Whether to fetch all pages again: when none is loaded, or when a refetch failed, so that the last page is unknown. */
export function startsOver({ data, isRefetchError }: { data: unknown; isRefetchError: boolean }): boolean {
  return data === undefined || isRefetchError
}

interface PageCursor {
  isPending: boolean
  isError: boolean
  isFetching: boolean
  isFetchingNextPage: boolean
  hasNextPage: boolean
  /** Whether there is no network, but earlier pages are loaded. */
  isKept: boolean
}

/** A retry counts as loading, even after a failure. Offline, a list that was loaded to its end does not count as failed. */
export function pageState(pages: PageCursor): 'more' | 'loading' | 'failed' | 'end' {
  if (pages.isPending || pages.isFetchingNextPage || (pages.isError && pages.isFetching)) return 'loading'
  if (pages.isError) return pages.isKept && !pages.hasNextPage ? 'end' : 'failed'
  return pages.hasNextPage ? 'more' : 'end'
}
