import { call, query } from '../../api/api.ts'
import { pollMsOf } from '../../entities/transferState.ts'
import { usePages } from '../../api/usePages.ts'
import { mergePages, nextPage, PAGE, type RecordPart } from '@tickmark/client/recordPages.ts'

/** The user's deposits or withdrawals, ten at a time; polled while some are pending. */
export function useTransferPages(kind: 'deposit' | 'withdrawal') {
  const name = kind === 'deposit' ? 'get_my_recharge_record' : 'get_my_cash_out_record'
  const { parts, ...pages } = usePages({
    ...PAGES,
    queryKey: query(name, { pageSize: PAGE }).queryKey,
    ask: (pageNum, signal) => call(name, { pageNum, pageSize: PAGE }, { signal, quiet: true }),
    pollMs: (all) => pollMsOf(all.flatMap((part) => part.list)),
  })
  return { ...pages, items: mergePages(parts) }
}

/** The user's swaps in the current account, ten at a time. */
export function useSwapPages() {
  const { parts, ...pages } = usePages({
    ...PAGES,
    queryKey: query('getMyExchangeRecords', { pageSize: PAGE }).queryKey,
    ask: (pageNum, signal) =>
      call('getMyExchangeRecords', { pageNum, pageSize: PAGE }, { signal, quiet: true }),
  })
  return { ...pages, items: mergePages(parts) }
}

const PAGES = {
  first: 1,
  next: (last: RecordPart<unknown>, all: readonly unknown[]) => nextPage(last.total, all.length),
}
