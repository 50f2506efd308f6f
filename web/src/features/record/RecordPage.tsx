import { useTranslation } from '../../i18n/useTranslation.ts'
import { useSearch } from 'wouter'
import { RequireAccount } from '../../components/RequireAccount.tsx'
import { hrefTo } from '../../navigation/hrefs.ts'
import { go } from '../../navigation/navigate.ts'
import { useSession } from '../../session/session.ts'
import { Tabs } from '@tickmark/ui/list/Tabs.tsx'
import { WalletFrame } from '../../components/WalletFrame.tsx'
import { KINDS, recordTypesOf, typeOf } from './recordType.ts'
import { SwapRecords } from './SwapRecords.tsx'
import { TransferRecords } from './TransferRecords.tsx'

/** Deposits, withdrawals and swaps, newest first. */
export function RecordPage() {
  const { t } = useTranslation('wallet')
  const { book, address } = useSession()
  const type = typeOf(useSearch(), book)
  return (
    <WalletFrame title={t('records')}>
      <Tabs
        label={t('record.types')}
        value={type}
        onChange={(next) => go(hrefTo.records(KINDS[next]), { replace: true })}
        tabs={recordTypesOf(book).map((value) => ({ value, label: t(`record.type.${value}`) }))}
      >
        <RequireAccount title={t('joinTitle')} detail={t('joinDetail')}>
          {type === '2' ? (
            <SwapRecords key={`${book}.${address}`} />
          ) : (
            <TransferRecords key={`${type}.${address}`} kind={type === '0' ? 'deposit' : 'withdrawal'} />
          )}
        </RequireAccount>
      </Tabs>
    </WalletFrame>
  )
}
