import { parseAmount } from '@tickmark/core/money'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api.ts'
import { useFormat } from '../../i18n/format.ts'
import { useAmountsHidden } from '../../session/amounts.ts'
import { Change } from '../../ui/Change.tsx'
import { Failed } from '../../ui/Failed.tsx'
import { Figure } from '../../ui/Figure.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SandboxBadge } from './SandboxBadge.tsx'

/** Everything the account holds, at the index price, with what changed since midnight. */
export function Holdings() {
  const { t } = useTranslation('home')
  const wallet = useCall('getMyWalletData', {}, { refetchInterval: 10_000 })
  const [hidden, toggle] = useAmountsHidden()

  if (wallet.isError && !wallet.data) {
    return (
      <Failed
        title={t('totalFailed')}
        detail={wallet.error.message}
        onRetry={() => void wallet.refetch()}
        busy={wallet.isFetching}
      />
    )
  }
  return (
    <section aria-label={t('total')} className="pt-2.5 pb-[22px]">
      <div className="flex min-h-8 items-center gap-2 text-13 text-ink-2">
        {t('total')}
        <SandboxBadge />
        <IconButton
          icon={hidden ? 'eyeOff' : 'eye'}
          label={hidden ? t('show') : t('hide')}
          onClick={toggle}
          className="-my-2 text-ink-3"
        />
      </div>
      {!wallet.data && <Skeleton shape="figure" />}
      {wallet.data && (hidden ? <HiddenTotal label={t('hidden')} /> : <Total {...wallet.data.data} />)}
    </section>
  )
}

function Total({ total, change, changePpm }: { total: string; change: string; changePpm: number }) {
  const { t } = useTranslation('home')
  const format = useFormat()
  const size = format.figure(change.replace('-', ''), { decimals: 2 })
  return (
    <>
      <Figure text={`$${format.figure(total, { decimals: 2 })}`} quietFraction />
      <p className="mt-2 flex flex-wrap items-center gap-x-2.5 text-13">
        <Change
          value={parseAmount(change) ?? 0n}
          text={`${size} (${format.percent(Math.abs(changePpm))})`}
          mark="arrow"
        />
        <span className="text-ink-2">{t('today')}</span>
      </p>
    </>
  )
}

function HiddenTotal({ label }: { label: string }) {
  return (
    <p>
      <span aria-hidden="true" className="text-34 font-semibold">
        $ ••••••
      </span>
      <span className="sr-only">{label}</span>
    </p>
  )
}
