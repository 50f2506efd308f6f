import type { Currency } from '@tickmark/core/money/currencies'
import { Suspense } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useCall } from '../../../api/api.ts'
import { hrefTo } from '../../../navigation/hrefs.ts'
import { go } from '../../../navigation/navigate.ts'
import { TransferCard, TransferSteps } from '../../../flows/transfer/lazy.tsx'
import { pollMsOf, type TransferItem, type TransferKind } from '../../../entities/transferState.ts'
import { FailedCall } from '../../../components/FailedCall.tsx'
import { PlainLink } from '@tickmark/ui/base/PlainLink.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import type { Network } from './useNetworks.ts'

/**
 * Polling interval while none is pending: with several server processes, the one that sees a deposit may not be the
 * page's.
 */
const QUIET_POLL_MS = 15_000

const CALLS = { deposit: 'get_my_recharge_record', withdrawal: 'get_my_cash_out_record' } as const

interface NewestTransfersProps {
  kind: TransferKind
  currency: Currency
  networks: readonly Network[]
}

/** A currency's newest deposit or withdrawal and all pending ones; the records have the rest. */
export function NewestTransfers({ kind, currency, networks }: NewestTransfersProps) {
  const { t } = useTranslation('transfer')
  const asked = useCall(
    CALLS[kind],
    { currencyId: currency.id },
    { refetchInterval: (last) => pollMsOf(last?.list ?? []) || QUIET_POLL_MS },
  )
  const shown = asked.data?.list.filter((one, at) => at === 0 || one.status === 0) ?? []
  const title = kind === 'deposit' ? t('receive.newest') : t('send.newest')
  return (
    <section aria-label={title} className="border-t border-rule pt-4 lg:border-t-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 pb-3">
        <h2 className="text-13 font-semibold">{title}</h2>
        {shown.length > 0 && (
          <PlainLink
            href={hrefTo.records(kind)}
            onGo={go}
            className="-my-3 py-3 text-13 font-medium text-brand"
          >
            {t('all')}
          </PlainLink>
        )}
      </div>
      {!asked.data &&
        (asked.isError ? (
          <FailedCall title={t('recordsFailed')} call={asked} />
        ) : (
          <Skeleton shape="ledger" count={2} />
        ))}
      {asked.data && shown.length === 0 && (
        <p className="text-13 text-ink-2">{kind === 'deposit' ? t('receive.none') : t('send.none')}</p>
      )}
      <Suspense fallback={<Skeleton shape="ledger" count={3} />}>
        <ul aria-label={title} className="divide-y divide-rule">
          {shown.map((item) => (
            <li key={item.id} className="not-first:pt-4">
              <Shown kind={kind} item={item} networks={networks} />
            </li>
          ))}
        </ul>
      </Suspense>
    </section>
  )
}

function Shown({
  kind,
  item,
  networks,
}: Pick<NewestTransfersProps, 'kind' | 'networks'> & { item: TransferItem }) {
  const blockSeconds = networks.find((one) => one.name === item.network)?.blockSeconds
  if (kind === 'deposit') return <TransferSteps kind={kind} item={item} blockSeconds={blockSeconds} />
  return <TransferCard kind={kind} item={item} blockSeconds={blockSeconds} />
}
