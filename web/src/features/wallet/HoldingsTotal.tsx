import { parseAmount } from '@tickmark/core/money'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/format.ts'
import { useAmountsHidden } from '../../session/amounts.ts'
import { Change } from '../../ui/Change.tsx'
import { Figure } from '../../ui/Figure.tsx'

interface HoldingsTotalProps {
  total: string
  change: string
  changePpm: number
}

/** Everything the account holds at the index price, and what a day of prices did to it. */
export function HoldingsTotal({ total, change, changePpm }: HoldingsTotalProps) {
  const { t } = useTranslation('wallet')
  const format = useFormat()
  const [hidden] = useAmountsHidden()
  const size = format.figure(change.replace('-', ''), { decimals: 2 })
  return (
    <section aria-label={t('total')} className="pt-1">
      <p className="pb-0.5 text-13 text-ink-2">{t('total')}</p>
      {hidden ? (
        <p>
          <span aria-hidden="true" className="text-34 font-semibold">
            $ ••••••
          </span>
          <span className="sr-only">{t('hidden')}</span>
        </p>
      ) : (
        <Figure text={`$${format.figure(total, { decimals: 2 })}`} quietFraction />
      )}
      <p className="mt-1.5 flex flex-wrap items-center gap-x-2.5 text-13">
        <Change
          value={parseAmount(change) ?? 0n}
          text={
            hidden ? format.percent(Math.abs(changePpm)) : `${size} (${format.percent(Math.abs(changePpm))})`
          }
          mark="arrow"
        />
        <span className="text-ink-2">{t('day')}</span>
      </p>
    </section>
  )
}
