import { usePages } from '@tickmark/client/usePages.ts'
import { call, query, type Given, type Reply } from './api.ts'
import type { ConsoleCall } from './api.ts'

/** Calls with numbered pages and a total row count. */
type NumberedCall = {
  [N in ConsoleCall]: Reply<N> extends { list: readonly unknown[]; total: number } ? N : never
}[ConsoleCall]

const PAGE_SIZE = 50
const POLL_MS = 4_000

/** A list with numbered pages: its rows so far, and the props that a DataTable needs to fetch more. */
export function useNumberedPages<N extends NumberedCall>(name: N, input: Given<N>) {
  const given = { ...input, pageSize: PAGE_SIZE }
  const pages = usePages<Reply<N>, number>(
    {
      queryKey: query(name, given).queryKey,
      ask: (pageNum, signal) => call(name, { ...given, pageNum }, { signal, quiet: true }),
      first: 1,
      next: (last, all) => (all.length * PAGE_SIZE < last.total ? all.length + 1 : undefined),
      pollMs: (parts) => (parts.length <= 1 ? POLL_MS : false),
    },
    true,
  )
  return { ...pages, list: pages.parts.flatMap((part) => part.list as Reply<N>['list'][number][]) }
}
