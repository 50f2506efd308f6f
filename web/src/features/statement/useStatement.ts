import { useInfiniteQuery } from '@tanstack/react-query'
import { call, query, type Reply } from '../../api.ts'
import { isSignedIn, useSession } from '../../session/session.ts'
import type { Asked } from './asked.ts'
import type { StatementLine } from './statementFile.ts'

const ON_SCREEN = 50
const IN_FILE = 500

/** The lines of a statement as they are scrolled to, with its opening and closing balance. */
export function useStatement(asked: Asked) {
  const session = useSession()
  const given = givenOf(asked)
  const { queryKey } = query('getStatement', given)
  const pages = useInfiniteQuery({
    queryKey: [...queryKey, 'pages'],
    enabled: isSignedIn(session),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => ask(given, ON_SCREEN, pageParam, signal),
    getNextPageParam: (last) => last.next ?? undefined,
  })
  const state: 'more' | 'loading' | 'failed' | 'end' = pages.isError
    ? 'failed'
    : pages.isPending || pages.isFetchingNextPage
      ? 'loading'
      : pages.hasNextPage
        ? 'more'
        : 'end'
  const [first] = pages.data?.pages ?? []
  const last = pages.data?.pages.at(-1)
  return {
    // A page closes with what it saw: the newest lines and the closing balance belong together.
    balances: first && last ? { opening: first.opening, closing: last.closing } : null,
    lines: pages.data?.pages.flatMap((part) => part.lines) ?? [],
    state,
    problem: pages.error?.message,
    more: () => void (pages.data ? pages.fetchNextPage() : pages.refetch()),
  }
}

/** The whole of it for a file, asked anew. Throws `CallFailed`. */
export async function fetchStatement(
  asked: Asked,
): Promise<{ opening: string; closing: string; lines: StatementLine[] }> {
  const given = givenOf(asked)
  const first = await ask(given, IN_FILE)
  const lines = [...first.lines]
  let last = first
  while (last.next !== null) {
    last = await ask(given, IN_FILE, last.next)
    lines.push(...last.lines)
  }
  return { opening: first.opening, closing: last.closing, lines }
}

type Given = ReturnType<typeof givenOf>

function givenOf({ currency, kind, fromMs, toMs }: Asked) {
  return { currencyId: currency.id, kind, from: fromMs, to: toMs }
}

function ask(
  given: Given,
  pageSize: number,
  after?: string,
  signal?: AbortSignal,
): Promise<Reply<'getStatement'>> {
  return call(
    'getStatement',
    { ...given, pageSize, ...(after !== undefined && { after }) },
    signal ? { signal, quiet: true } : {},
  )
}
