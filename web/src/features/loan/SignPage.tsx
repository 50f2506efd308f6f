import { Button } from '@tickmark/ui/form/Button.tsx'
import { PageBar } from '@tickmark/ui/page/PageBar.tsx'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import { useEffect, useState } from 'react'
import { RequireAccount } from '../../components/RequireAccount.tsx'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { back, go } from '../../navigation/navigate.ts'
import { agreementOf, savedApplication, type SavedApplication } from './agreement/application.ts'
import { SignForm } from './sign/SignForm.tsx'

/** Signing a loan's agreement: the drawn signature, then the wallet's. Empty without an application. */
export function SignPage() {
  const { t } = useTranslation('loans')
  const [saved] = useState(savedApplication)
  useEffect(() => {
    if (!saved) go(hrefTo.share(), { replace: true })
  }, [saved])
  if (!saved) return null
  return (
    <>
      <PageBar title={t('pages:title.sign')} onBack={() => back(hrefTo.loan())} />
      <div className="px-5 pb-6 md:max-w-[720px]">
        <RequireAccount title={t('joinTitle')} detail={t('joinDetail')}>
          <Sign saved={saved} />
        </RequireAccount>
      </div>
    </>
  )
}

function Sign({ saved }: { saved: SavedApplication }) {
  const { t } = useTranslation('loans')
  const [written] = useState(() => agreementOf(saved))
  if (written) return <SignForm saved={saved} written={written} />
  return (
    <Empty
      title={t('sign.readAgain')}
      detail={t('sign.readAgainDetail')}
      icon="pen"
      action={
        <Button size="medium" onClick={() => go(hrefTo.loan())}>
          {t('sign.toForm')}
        </Button>
      }
    />
  )
}
