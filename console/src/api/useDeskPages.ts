import { useMemo } from 'react'
import { usePages } from '@tickmark/client/usePages.ts'
import { call, query, type Given, type Reply } from './api.ts'
import type { DeskCall } from './api.ts'

/** Calls that answer with keyset pages: `next` is the cursor of the page after, null after the last one. */
type ListCall = {
  [N in DeskCall]: Reply<N> extends { list: readonly unknown[]; next: string | null } ? N : never
}[DeskCall]

export type RowOf<N extends ListCall> = Reply<N>['list'][number]

/**
 * A list in pages: its rows so far, the first page's answer, and what a DataTable needs to fetch more. Every `pollMs` the
 * list is fetched again while no more than its first page is loaded. Later pages have `later` rows, where a list can be
 * long: the first one is on screen soon, and the end is few calls away.
 */
export function useDeskPages<N extends ListCall>(
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
  // The same rows are the same list: a table of many is not made again by each render.
  const list = useMemo(() => parts.flatMap((part) => part.list as RowOf<N>[]), [parts])
  return { ...pages, list, first: parts[0] }
}
