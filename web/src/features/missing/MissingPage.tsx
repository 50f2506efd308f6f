import { useTranslation } from '../../i18n/useTranslation.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { back, go } from '../../navigation/navigate.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import { PageBar } from '@tickmark/ui/page/PageBar.tsx'

/** Shown for any unknown address. */
export function MissingPage() {
  const { t } = useTranslation('pages')
  return <Nothing icon="search" title={t('title.notFound')} detail={t('notFound.detail')} onBack={goHome} />
}

/** Shown for a route whose screen is not built yet. Nothing links here. */
export function NotOpenPage() {
  const { t } = useTranslation('pages')
  return (
    <Nothing icon="clock" title={t('notOpen.heading')} detail={t('notOpen.detail')} onBack={() => back()} />
  )
}

interface NothingProps {
  icon: 'search' | 'clock'
  title: string
  detail: string
  onBack: () => void
}

function Nothing({ icon, title, detail, onBack }: NothingProps) {
  const { t } = useTranslation('pages')
  const home = (
    <Button size="medium" onClick={goHome}>
      {t('notFound.home')}
    </Button>
  )
  return (
    <>
      <PageBar title={title} onBack={onBack} />
      <div className="px-5">
        <Empty icon={icon} title={detail} action={home} />
      </div>
    </>
  )
}

function goHome(): void {
  go(hrefTo.home())
}
