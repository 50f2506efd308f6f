import { Suspense, useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useCall } from '../../api/api.ts'
import { TransferCard } from '../../flows/transfer/lazy.tsx'
import type { TransferItem, TransferKind } from '../../entities/transferState.ts'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import { InfiniteList } from '@tickmark/ui/list/InfiniteList.tsx'
import { Sheet } from '@tickmark/ui/layer/Sheet.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { TransferRow } from './TransferRow.tsx'
import { useTransferPages } from './useRecordPages.ts'

/** The user's deposits or withdrawals; a row opens the details, which stay live while open. */
export function TransferRecords({ kind }: { kind: TransferKind }) {
  const { t } = useTranslation('wallet')
  const pages = useTransferPages(kind)
  const [id, setId] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  const shown = pages.items.find((one) => one.id === id)

  return (
    <>
      <InfiniteList
        label={kind === 'deposit' ? t('record.type.0') : t('record.type.1')}
        {...pages}
        keyOf={(one) => one.id}
        failed={t('record.failed')}
        empty={
          <Empty
            title={t('orders:emptyTitle')}
            detail={kind === 'deposit' ? t('record.emptyDeposits') : t('record.emptyWithdrawals')}
            icon={kind === 'deposit' ? 'receive' : 'send'}
          />
        }
      >
        {(one) => (
          <TransferRow
            kind={kind}
            item={one}
            onOpen={() => {
              setId(one.id)
              setOpen(true)
            }}
          />
        )}
      </InfiniteList>
      <Sheet
        open={open && shown !== undefined}
        onClose={() => setOpen(false)}
        onClosed={() => setId(null)}
        title={kind === 'deposit' ? t('transfer:deposit') : t('transfer:withdrawal')}
      >
        <Suspense fallback={<Skeleton shape="ledger" count={5} />}>
          {shown && <Card kind={kind} item={shown} />}
        </Suspense>
      </Sheet>
    </>
  )
}

/** For a pending transfer, also shows the expected duration on its chain. */
function Card({ kind, item }: { kind: TransferKind; item: TransferItem }) {
  const networks = useCall('getextendfCList', { currency: item.name }, { enabled: item.status === 0 })
  const network = networks.data?.list.find((one) => one.name === item.network)
  return <TransferCard kind={kind} item={item} blockSeconds={network?.blockSeconds} />
}
