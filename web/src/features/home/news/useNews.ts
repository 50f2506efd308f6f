import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ROUTES } from '@tickmark/wire/routes/all'
import type { NewsItem } from '@tickmark/wire/routes/content'
import { call } from '../../../api/api.ts'
import { useSession } from '../../../session/session.ts'

const PAGE_SIZE = 5
/** News change rarely: an answer stays fresh for a minute. */
const STALE_MS = 60_000

/** The news, newest first, five at a time. */
export function useNews() {
  const { language } = useSession()
  const news = useInfiniteQuery({
    queryKey: [ROUTES.getIndexInformation.path, { address: null, language }, 'pages'],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => askNews(pageParam, signal),
    getNextPageParam: ({ list, total }, pages) => {
      const loaded = pages.reduce((sum, page) => sum + page.list.length, 0)
      return list.length < PAGE_SIZE || loaded >= total ? undefined : list.at(-1)?.id
    },
    staleTime: STALE_MS,
  })
  return { ...news, items: news.data?.pages.flatMap((page) => page.list) ?? null }
}

/** One article: from the loaded list, else from the server; null when it does not exist. */
export function useArticle(id: number | null) {
  const { language } = useSession()
  const { items, isPending } = useNews()
  const known = items?.find((item) => item.id === id)
  const asked = useQuery({
    queryKey: [ROUTES.getIndexInformation.path, { address: null, language }, 'article', id],
    queryFn: ({ signal }) => findArticle(id ?? 0, signal),
    enabled: id !== null && !isPending && !known,
    staleTime: STALE_MS,
  })
  return { ...asked, article: known ?? asked.data }
}

async function findArticle(id: number, signal: AbortSignal): Promise<NewsItem | null> {
  const { list } = await call('getIndexInformation', { id }, { signal, quiet: true })
  return list[0] ?? null
}

function askNews(before: number, signal: AbortSignal) {
  const more = before > 0 ? { before, isMore: 1 } : {}
  return call('getIndexInformation', { pageSize: PAGE_SIZE, ...more }, { signal, quiet: true })
}
