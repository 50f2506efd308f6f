import { call, query } from '../../../api/api.ts'
import { usePages } from '../../../api/usePages.ts'
import type { OrderFilter } from './orderFilter.ts'

const PAGE = 10

/** The user's orders with one status, ten at a time, each page after the last order of the previous page. */
export function useOrderPages(status: 0 | 1, filter: OrderFilter) {
  const asked = { ...filter, status, pageSize: PAGE }
  const { parts, ...pages } = usePages({
    queryKey: query('getMyLimitOrders', asked).queryKey,
    first: undefined as string | undefined,
    ask: (before, signal) =>
      call(
        'getMyLimitOrders',
        { ...asked, ...(before !== undefined && { before }) },
        { signal, quiet: true },
      ),
    next: (last) => (last.list.length < PAGE ? undefined : last.list.at(-1)?.orderId),
  })
  return { ...pages, items: parts.flatMap((part) => part.list) }
}
