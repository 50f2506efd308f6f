import { useTranslation } from '../../i18n/useTranslation.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { go } from '../../navigation/navigate.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import { PageBar } from '@tickmark/ui/page/PageBar.tsx'

/** Shown for any unknown address. */
export function MissingPage() {
  const { t } = useTranslation('pages')
  return (
    <>
      <PageBar title={t('title.notFound')} onBack={goHome} />
      <div className="px-5">
        <Empty
          icon="search"
          title={t('notFound.detail')}
          action={
            <Button size="medium" onClick={goHome}>
              {t('notFound.home')}
            </Button>
          }
        />
      </div>
    </>
  )
}

function goHome(): void {
  go(hrefTo.home())
}
