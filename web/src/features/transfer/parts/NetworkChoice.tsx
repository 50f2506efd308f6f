import type { Currency } from '@tickmark/core/money/currencies'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { hrefTo } from '../../../navigation/hrefs.ts'
import { go } from '../../../navigation/navigate.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Chips } from '@tickmark/ui/form/Chips.tsx'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import { FailedCall } from '../../../components/FailedCall.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import type { Network, useNetworks } from './useNetworks.ts'

interface NetworkChoiceProps {
  currency: Currency
  networks: ReturnType<typeof useNetworks>
  onChoose: (typeId: number) => void
  /** Facts about the chosen network. */
  children: (network: Network) => ReactNode
}

/** A currency's networks as chips, with facts about the chosen one below. */
export function NetworkChoice({ currency, networks, onChoose, children }: NetworkChoiceProps) {
  const { t } = useTranslation('transfer')
  const { asked, list, chosen } = networks
  if (asked.isError && !asked.data) return <FailedCall title={t('networksFailed')} call={asked} />
  if (!asked.data) {
    return (
      <div className="pt-4">
        <Skeleton shape="text" />
      </div>
    )
  }
  if (!chosen) return <NoNetwork currency={currency} canReceive={asked.data.list.length > 0} />
  return (
    <>
      <div className="pt-4">
        <Chips
          label={t('network')}
          shape="round"
          value={chosen.typeId}
          onChange={onChoose}
          choices={list.map((one) => ({ value: one.typeId, label: one.name }))}
        />
        {chosen.isHalted && (
          <p role="status" className="pt-3 text-13 font-medium text-caution">
            {t('halted', { network: chosen.name })}
          </p>
        )}
      </div>
      {children(chosen)}
    </>
  )
}

/** Shown for a currency without networks, or without one that can send. */
function NoNetwork({ currency, canReceive }: { currency: Currency; canReceive: boolean }) {
  const { t } = useTranslation('transfer')
  const { code } = currency
  return (
    <Empty
      title={canReceive ? t('receiveOnly', { currency: code }) : t('noNetwork', { currency: code })}
      detail={canReceive ? t('receiveOnlyDetail') : t('noNetworkDetail')}
      icon="swap"
      action={
        <Button
          size="medium"
          tone="quiet"
          onClick={() => go(hrefTo.transfer(currency, 'swap'), { replace: true })}
        >
          {t('tab.swap')}
        </Button>
      }
    />
  )
}
