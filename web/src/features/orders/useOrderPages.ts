import { useInfiniteQuery } from '@tanstack/react-query'
import { call, query } from '../../api.ts'
import { isSignedIn, useSession } from '../../session/session.ts'

const PAGE = 10

/** The own orders of a state, ten at a time, each page from the last order of the one before. */
export function useOrderPages(status: 0 | 1) {
  const session = useSession()
  const { queryKey } = query('getMyLimitOrders', { status, pageSize: PAGE })
  const pages = useInfiniteQuery({
    queryKey: [...queryKey, 'pages'],
    enabled: isSignedIn(session),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(
        'getMyLimitOrders',
        { status, pageSize: PAGE, ...(pageParam !== undefined && { before: pageParam }) },
        { signal, quiet: true },
      ),
    getNextPageParam: (last) => (last.list.length < PAGE ? undefined : last.list.at(-1)?.orderId),
  })
  const state: 'more' | 'loading' | 'failed' | 'end' = pages.isError
    ? 'failed'
    : pages.isPending || pages.isFetchingNextPage
      ? 'loading'
      : pages.hasNextPage
        ? 'more'
        : 'end'
  return {
    items: pages.data?.pages.flatMap((page) => page.list) ?? [],
    state,
    problem: pages.error?.message,
    more: () => void (pages.data ? pages.fetchNextPage() : pages.refetch()),
  }
}
