import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { Sheet } from '@tickmark/ui/layer/Sheet.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { useOnceOpen } from '@tickmark/ui/base/useOnceOpen.ts'
import { closeArticle, useOpenArticle } from './newsPlace.ts'
import { useArticle } from './useNews.ts'

const ArticleText = lazy(() =>
  import('./ArticleText.tsx').then((module) => ({ default: module.ArticleText })),
)

/** The article that the address names; slides in from the inline end. */
export function Article() {
  const { t } = useTranslation('news')
  const named = useOpenArticle()
  // Keeps its content while it slides out.
  const [shown, setShown] = useState(named)
  if (named !== null && named !== shown) setShown(named)
  const { article } = useArticle(shown)
  if (!useOnceOpen(named !== null) || shown === null) return null
  return (
    <Sheet
      open={named !== null}
      onClose={closeArticle}
      title={article?.title ?? t('article.title')}
      place="side"
      isText
    >
      <Suspense fallback={<Skeleton shape="text" count={4} />}>
        <ArticleText key={shown} id={shown} />
      </Suspense>
    </Sheet>
  )
}
