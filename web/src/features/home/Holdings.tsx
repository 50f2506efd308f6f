import { Suspense } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useHoldings } from '../../entities/holdings.ts'
import { HoldingsFigure } from '../../components/HoldingsFigure.tsx'
import { useAmountsHidden } from '../../session/amountsHidden.ts'
import { FailedCall } from '../../components/FailedCall.tsx'
import { IconButton } from '@tickmark/ui/form/IconButton.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { WalletActions } from './lazy.tsx'
import { SandboxBadge } from './SandboxBadge.tsx'

/** The account's total at the index price, and its change over 24 h. */
export function Holdings() {
  const { t } = useTranslation('home')
  const wallet = useHoldings()
  const [hidden, toggle] = useAmountsHidden()

  if (wallet.isError && !wallet.data) return <FailedCall title={t('totalFailed')} call={wallet} />
  return (
    <>
      <section aria-label={t('total')} className="pt-2.5 pb-[18px]">
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
        {wallet.data && <HoldingsFigure {...wallet.data.data} />}
      </section>
      <Suspense fallback={<div className="min-h-[104px]" />}>
        <WalletActions />
      </Suspense>
    </>
  )
}
