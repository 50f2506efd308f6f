import { useTranslation } from '../../../i18n/useTranslation.ts'
import { SafeHtml } from '../../../components/SafeHtml.tsx'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import { FailedCall } from '../../../components/FailedCall.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { When } from '../../../components/When.tsx'
import { useArticle } from './useNews.ts'

/** An article's text with its picture, author and date. */
export function ArticleText({ id }: { id: number }) {
  const { t } = useTranslation('news')
  const { article, ...call } = useArticle(id)
  if (article === null)
    return <Empty icon="news" title={t('article.gone')} detail={t('article.goneDetail')} />
  if (!article && call.isError) return <FailedCall title={t('article.failed')} call={call} />
  if (!article) return <Skeleton shape="text" count={4} />
  return (
    <article>
      <p className="flex flex-wrap gap-x-2 border-b border-rule pb-3 text-12 text-ink-3">
        {article.source && <bdi>{article.source}</bdi>}
        <When atMs={article.time} />
      </p>
      {article.picture && (
        <img
          src={article.picture}
          alt=""
          className="mt-4 aspect-video w-full rounded-3 bg-well object-cover"
        />
      )}
      <SafeHtml html={article.content} className="pt-4" />
    </article>
  )
}
