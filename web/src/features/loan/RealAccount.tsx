import { Button } from '@tickmark/ui/form/Button.tsx'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useSession } from '../../session/session.ts'
import { toReal } from './toReal.ts'

/** Content for the real account only; the simulated one shows a switch instead. */
export function RealAccount({ children }: { children: ReactNode }) {
  const { t } = useTranslation('loanList')
  const { book } = useSession()
  if (book === 0) return children

  return (
    <Empty
      title={t('realOnly.title')}
      detail={t('realOnly.detail')}
      icon="loan"
      action={
        <Button tone="quiet" size="medium" onClick={toReal}>
          {t('loans:blocked.toReal')}
        </Button>
      }
    />
  )
}
