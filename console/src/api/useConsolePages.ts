import { useMemo } from 'react'
import { usePages } from '@tickmark/client/usePages.ts'
import { call, query, type Given, type Reply } from './api.ts'
import type { ConsoleCall } from './api.ts'

/** Calls with keyset pages: `next` is the cursor of the next page, null after the last one. */
type ListCall = {
  [N in ConsoleCall]: Reply<N> extends { list: readonly unknown[]; next: string | null } ? N : never
}[ConsoleCall]

export type RowOf<N extends ListCall> = Reply<N>['list'][number]

/**
 * A paged list: its rows so far, the first page's answer, and the props that a DataTable needs to fetch more. While
 * only the first page is loaded, refetches it every `pollMs`. Later pages have `later` rows: a short first page shows
 * soon, and long later pages reach the end in few calls.
 */
export function useConsolePages<N extends ListCall>(
  name: N,
  input: Given<N>,
  { pollMs = 5_000, enabled = true, later }: { pollMs?: number; enabled?: boolean; later?: number } = {},
) {
  const pages = usePages<Reply<N>, string | null>(
    {
      queryKey: query(name, input).queryKey,
      ask: (before, signal) =>
        call(
          name,
          { ...input, ...(before !== null && { before, ...(later !== undefined && { limit: later }) }) },
          { signal, quiet: true },
        ),
      first: null,
      next: (last) => last.next ?? undefined,
      pollMs: (parts) => (parts.length <= 1 ? pollMs : false),
    },
    enabled,
  )
  const { parts } = pages
  // Keeps the list's identity while the rows are the same, so that a long table is not rebuilt on each render.
  const list = useMemo(() => parts.flatMap((part) => part.list as RowOf<N>[]), [parts])
  return { ...pages, list, first: parts[0] }
}
