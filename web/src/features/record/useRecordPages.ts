import { useInfiniteQuery } from '@tanstack/react-query'
import { call, query } from '../../api.ts'
import { isSignedIn, useSession } from '../../session/session.ts'
import { mergePages, nextPage, PAGE, type RecordPart } from './recordPages.ts'

type RecordCall = 'get_my_recharge_record' | 'get_my_cash_out_record' | 'getMyExchangeRecords'

/** Own deposits or withdrawals, ten at a time. */
export function useTransferPages(kind: 'deposit' | 'withdrawal') {
  const name = kind === 'deposit' ? 'get_my_recharge_record' : 'get_my_cash_out_record'
  return useRecordPages(name, (pageNum, signal) =>
    call(name, { pageNum, pageSize: PAGE }, { signal, quiet: true }),
  )
}

/** Own swaps in the account that is in use, ten at a time. */
export function useSwapPages() {
  return useRecordPages('getMyExchangeRecords', (pageNum, signal) =>
    call('getMyExchangeRecords', { pageNum, pageSize: PAGE }, { signal, quiet: true }),
  )
}

function useRecordPages<T extends { id: string }>(
  name: RecordCall,
  ask: (pageNum: number, signal: AbortSignal) => Promise<RecordPart<T>>,
) {
  const session = useSession()
  const queryKey: readonly unknown[] = query(name, { pageSize: PAGE }).queryKey
  const pages = useInfiniteQuery({
    queryKey: [...queryKey, 'pages'],
    enabled: isSignedIn(session),
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => ask(pageParam, signal),
    getNextPageParam: (last, all) => nextPage(last.total, all.length),
  })
  const state: 'more' | 'loading' | 'failed' | 'end' = pages.isError
    ? 'failed'
    : pages.isPending || pages.isFetchingNextPage
      ? 'loading'
      : pages.hasNextPage
        ? 'more'
        : 'end'
  return {
    items: mergePages(pages.data?.pages ?? []),
    state,
    problem: pages.error?.message,
    more: () => void (pages.data ? pages.fetchNextPage() : pages.refetch()),
  }
}
