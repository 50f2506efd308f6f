import { useEffect, useRef } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import { FailedCall } from '../../../components/FailedCall.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { NewsRow } from './NewsRow.tsx'
import { useNews } from './useNews.ts'

/** The news, five at a time. */
export function News() {
  const { t } = useTranslation('news')
  return (
    <section aria-label={t('title')}>
      <h2 className="border-b border-rule pb-2 text-15 font-semibold">{t('title')}</h2>
      <List />
    </section>
  )
}

function List() {
  const { t } = useTranslation('news')
  const news = useNews()
  const { list, begin } = useFocusOnMore(news.items?.length ?? 0)

  if (!news.items && news.isError) return <FailedCall title={t('failed')} call={news} />
  if (!news.items) return <Skeleton shape="row" count={5} />
  if (news.items.length === 0)
    return <Empty icon="news" title={t('empty.title')} detail={t('empty.detail')} />

  function more() {
    begin()
    void news.fetchNextPage()
  }

  return (
    <>
      <ul ref={list} aria-label={t('title')} aria-busy={news.isFetchingNextPage}>
        {news.items.map((item) => (
          <li key={item.id}>
            <NewsRow item={item} />
          </li>
        ))}
      </ul>
      {news.isFetchNextPageError && !news.isFetchingNextPage && (
        <p role="alert" className="pt-3 text-center text-13 text-wrong">
          {news.error?.message}
        </p>
      )}
      {news.hasNextPage ? (
        <Button
          tone="quiet"
          size="medium"
          wide
          busy={news.isFetchingNextPage}
          onClick={more}
          className="mt-4"
        >
          {t('more')}
        </Button>
      ) : (
        <p className="py-5 text-center text-12 text-ink-3">{t('end')}</p>
      )}
    </>
  )
}

/** After loading more, focuses the first new row: the button may be gone, and reading continues there. */
function useFocusOnMore(count: number) {
  const list = useRef<HTMLUListElement>(null)
  const from = useRef<number | null>(null)
  useEffect(() => {
    if (from.current === null || count <= from.current) return
    const row = list.current?.children[from.current]?.querySelector('a')
    from.current = null
    row?.focus({ preventScroll: true })
  }, [count])
  return { list, begin: () => (from.current = count) }
}
