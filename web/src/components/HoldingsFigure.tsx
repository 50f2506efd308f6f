import { parseAmount } from '@tickmark/core/money/money'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useFormat } from '../format/format.ts'
import { useAmountsHidden } from '../session/amountsHidden.ts'
import { Change } from '@tickmark/ui/text/Change.tsx'
import { Figure } from '@tickmark/ui/text/Figure.tsx'

interface HoldingsFigureProps {
  /** In USDT, as decimals. */
  total: string
  change: string
  changePpm: number
}

/** What is held at the index price, and what 24 h of prices did to it. While amounts are hidden, its share alone. */
export function HoldingsFigure({ total, change, changePpm }: HoldingsFigureProps) {
  const { t } = useTranslation('home')
  const format = useFormat()
  const [hidden] = useAmountsHidden()
  const share = format.percent(Math.abs(changePpm))
  const size = format.figure(change.replace('-', ''), { decimals: 2 })
  return (
    <>
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
      <p className="mt-2 flex flex-wrap items-center gap-x-2.5 text-13">
        <Change value={parseAmount(change) ?? 0n} text={hidden ? share : `${size} (${share})`} mark="arrow" />
        <span className="text-ink-2">{t('day')}</span>
      </p>
    </>
  )
}
