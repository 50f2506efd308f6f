import { useTranslation } from '../../i18n/useTranslation.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { go } from '../../navigation/navigate.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import { PageBar } from '@tickmark/ui/page/PageBar.tsx'

/** Shown for any unknown address. */
export function MissingPage() {
  const { t } = useTranslation('pages')
  const home = (
    <Button size="medium" onClick={() => go(hrefTo.home())}>
      {t('notFound.home')}
    </Button>
  )
  return (
    <>
      <PageBar title={t('title.notFound')} onBack={() => go(hrefTo.home())} />
      <div className="px-5">
        <Empty icon="search" title={t('notFound.detail')} action={home} />
      </div>
    </>
  )
}
