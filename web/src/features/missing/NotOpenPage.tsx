import { useTranslation } from '../../i18n/useTranslation.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { back, go } from '../../navigation/navigate.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import { PageBar } from '@tickmark/ui/page/PageBar.tsx'

/** Shown for a route whose screen is not built yet. Nothing links here. */
export function NotOpenPage() {
  const { t } = useTranslation('pages')
  const home = (
    <Button size="medium" onClick={() => go(hrefTo.home())}>
      {t('notFound.home')}
    </Button>
  )
  return (
    <>
      <PageBar title={t('notOpen.heading')} onBack={() => back()} />
      <div className="px-5">
        <Empty icon="clock" title={t('notOpen.detail')} action={home} />
      </div>
    </>
  )
}
