import { useTranslation } from '../../i18n/useTranslation.ts'
import { useSearch } from 'wouter'
import { serverNow } from '@tickmark/client/serverClock.ts'
import { RequireAccount } from '../../components/RequireAccount.tsx'
import { useSession } from '../../session/session.ts'
import { WalletFrame } from '../../components/WalletFrame.tsx'
import { statementQueryOf } from './statementQuery.ts'
import { StatementChoice } from './StatementChoice.tsx'
import { StatementFiles } from './StatementFiles.tsx'
import { StatementLines } from './StatementLines.tsx'

/** Every movement of one balance within a span of days, between opening and closing balance. */
export function StatementPage() {
  const { t } = useTranslation('wallet')
  const { book } = useSession()
  const asked = statementQueryOf(useSearch(), serverNow())
  return (
    <WalletFrame title={t('pages:title.statement')}>
      <RequireAccount title={t('joinTitle')} detail={t('joinDetail')}>
        <StatementChoice asked={asked} />
        <StatementLines key={`${book}.${asked.currency.code}.${asked.kind}.${asked.fromMs}`} asked={asked} />
        <StatementFiles asked={asked} />
      </RequireAccount>
    </WalletFrame>
  )
}
