import { useTranslation } from 'react-i18next'
import { back, go } from '../../navigate.ts'
import { Button } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { PageBar } from '../../ui/PageBar.tsx'

/** A route of the table whose screen is not built yet. Nothing links here. */
export function NotOpenPage() {
  const { t } = useTranslation('pages')
  const home = (
    <Button size="medium" onClick={() => go('/')}>
      {t('notFound.home')}
    </Button>
  )
  return (
    <>
      <PageBar title={t('notOpen.heading')} onBack={() => back('/')} />
      <div className="px-5">
        <Empty icon="clock" title={t('notOpen.detail')} action={home} />
      </div>
    </>
  )
}
