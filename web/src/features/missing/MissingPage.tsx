import { useTranslation } from 'react-i18next'
import { go } from '../../navigate.ts'
import { Button } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { PageBar } from '../../ui/PageBar.tsx'

/** Any address that leads nowhere. */
export function MissingPage() {
  const { t } = useTranslation('pages')
  const home = (
    <Button size="medium" onClick={() => go('/')}>
      {t('notFound.home')}
    </Button>
  )
  return (
    <>
      <PageBar title={t('notFound.heading')} onBack={() => go('/')} />
      <div className="px-5">
        <Empty icon="search" title={t('notFound.detail')} action={home} />
      </div>
    </>
  )
}
