import { useTranslation } from 'react-i18next'
import { useSearch } from 'wouter'
import { Joined } from '../../Joined.tsx'
import { back, go } from '../../navigate.ts'
import { useSession } from '../../session/session.ts'
import { useWide } from '../../useWide.ts'
import { Badge } from '../../ui/Badge.tsx'
import { PageBar } from '../../ui/PageBar.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { recordTypesOf, typeOf } from './recordType.ts'
import { SwapRecords } from './SwapRecords.tsx'
import { TransferRecords } from './TransferRecords.tsx'

/** What came in, went out and was swapped, newest first. */
export function RecordPage() {
  const { t } = useTranslation('wallet')
  const { book, address } = useSession()
  const wide = useWide()
  const type = typeOf(useSearch(), book)
  return (
    <>
      <PageBar
        title={t('records')}
        onBack={() => back('/account')}
        trailing={
          book === 1 &&
          !wide && (
            <span className="me-[9px]">
              <Badge>{t('simulated')}</Badge>
            </span>
          )
        }
      />
      <div className="px-5 pb-8 md:px-7">
        <Tabs
          label={t('record.types')}
          value={type}
          onChange={(next) => go(`/record?type=${next}`, { replace: true })}
          tabs={recordTypesOf(book).map((value) => ({ value, label: t(`record.type.${value}`) }))}
        >
          <Joined title={t('joinTitle')} detail={t('joinDetail')}>
            {type === '2' ? (
              <SwapRecords key={`${book}.${address}`} />
            ) : (
              <TransferRecords key={`${type}.${address}`} kind={type === '0' ? 'deposit' : 'withdrawal'} />
            )}
          </Joined>
        </Tabs>
      </div>
    </>
  )
}
