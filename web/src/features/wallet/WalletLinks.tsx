import { useTranslation } from '../../i18n/useTranslation.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { useSession } from '../../session/session.ts'
import { SignedBalancesRow } from './SignedBalancesRow.tsx'
import { WalletLink } from './WalletLink.tsx'

/** Further links of the wallet. */
export function WalletLinks() {
  const { t } = useTranslation('wallet')
  const { book } = useSession()
  return (
    <nav aria-label={t('more')} className="pt-5">
      <WalletLink icon="list" title={t('records')} href={hrefTo.records(book === 1 ? 'swap' : 'deposit')} />
      <WalletLink icon="receipt" title={t('pages:title.statement')} href={hrefTo.statement()} />
      <SignedBalancesRow />
      {book === 0 && (
        <WalletLink icon="shield" title={t('pages:title.protection')} href={hrefTo.protection()} />
      )}
    </nav>
  )
}
