import { parseAmount } from '@tickmark/core/money/money'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useFormat } from '../format/format.ts'
import { useAmountsHidden } from '../session/amountsHidden.ts'
import { Change } from '@tickmark/ui/text/Change.tsx'
import { Figure } from '@tickmark/ui/text/Figure.tsx'

interface HoldingsFigureProps {
  /** Decimals in USDT. */
  total: string
  change: string
  changePpm: number
}

/**
 * Total holdings at the index price, and their change over 24 h. While amounts are hidden, only the change in percent.
 */
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
