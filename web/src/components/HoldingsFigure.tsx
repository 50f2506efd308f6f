import { floorTo, formatAmount, parseAmount } from '@tickmark/core/money/money'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useFormat } from '../format/useFormat.ts'
import { ltr } from '../format/ltr.ts'
import { useAmountsHidden } from '../session/amountsHidden.ts'
import { Change } from '@tickmark/ui/text/Change.tsx'
import { Figure } from '@tickmark/ui/text/Figure.tsx'

interface HoldingsFigureProps {
  /** Decimals in USDT. */
  total: string
  inOrders: string
  /** Net results of ended orders. */
  today: string
  allTime?: string | undefined
}

/** Total holdings at the index price, the user's own result, and what open orders hold. */
export function HoldingsFigure({ total, inOrders, today, allTime }: HoldingsFigureProps) {
  const { t } = useTranslation('home')
  const format = useFormat()
  const [hidden] = useAmountsHidden()
  if (hidden) {
    return (
      <p>
        <span aria-hidden="true" className="text-34 font-semibold">
          $ ••••••
        </span>
        <span className="sr-only">{t('hidden')}</span>
      </p>
    )
  }
  return (
    <>
      <Figure text={`$${format.figure(total, { decimals: 2 })}`} quietFraction />
      <p className="mt-2 flex flex-wrap items-center gap-x-3.5 gap-y-0.5 text-13">
        <Result value={today} when={t('today')} />
        {allTime && <Result value={allTime} when={t('allTime')} />}
        {inOrders !== '0' && (
          <span className="text-ink-2">
            {t('inOrders', { amount: ltr(`$${format.figure(inOrders, { decimals: 2 })}`) })}
          </span>
        )}
      </p>
    </>
  )
}

/** "−10.00 from today’s orders". */
function Result({ value, when }: { value: string; when: string }) {
  const format = useFormat()
  const units = parseAmount(value) ?? 0n
  // Rounded like the results in the list of orders; `Change` writes the sign.
  const text = format.figure(formatAmount(floorTo(units, 2)).replace('-', ''), { decimals: 2 })
  return (
    <span className="inline-flex gap-x-1.5">
      <Change value={units} text={text} />
      <span className="text-ink-2">{when}</span>
    </span>
  )
}
