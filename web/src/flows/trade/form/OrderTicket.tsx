import { durationById } from '@tickmark/core/orders/durations'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { briefText, shareText, sharesText } from '@tickmark/client/format/figures.ts'
import { useFormat } from '../../../format/useFormat.ts'
import { ltr } from '../../../format/ltr.ts'
import { Ledger, LedgerRow } from '@tickmark/ui/list/LedgerRow.tsx'
import type { OrderFormState } from './useOrderForm.ts'

/** The terms in plain words, with their three figures. */
export function OrderTicket({ state }: { state: OrderFormState }) {
  const { t } = useTranslation('trade')
  const { range, sum, currency, form } = state
  if (!range) return null
  const win = winKey(form.direction, range.barrierPpm)
  const distance = ltr(shareText(range.barrierPpm, 3))
  const ticks = durationById(form.durationId)?.fixingTicks ?? 3
  return (
    <section className="mt-4 border-t border-rule pt-3">
      <h2 className="text-13 font-semibold">{t('ticket')}</h2>
      <div className="grid gap-1.5 pt-1.5 text-13 text-ink-2">
        <p>{t(win, { distance })}</p>
        <p>{range.barrierPpm === 0 ? t('ticketLose') : t('ticketLoseBy')}</p>
        {range.barrierPpm === 0 && <p>{t('ticketTie')}</p>}
        <p>{t('ticketOutage')}</p>
        <p>{t('ticketPrices', { ticks })}</p>
        <p>{t('ticketFunded')}</p>
      </div>
      <div className="pt-2">
        <Ledger>
          <LedgerRow tight label={t('chance')}>
            <bdi dir="ltr">{sharesText(range.leastChancePpm, range.chancePpm, 1)}</bdi>
          </LedgerRow>
          <LedgerRow tight label={t('breakEven')}>
            <bdi dir="ltr">{shareText(range.breakEvenPpm, 1)}</bdi>
          </LedgerRow>
          <LedgerRow tight label={t('margin')}>
            <bdi dir="ltr">{sharesText(range.marginPpm, range.mostMarginPpm, 1)}</bdi>
          </LedgerRow>
        </Ledger>
      </div>
      {sum && currency && <ThreeFigures sum={sum} code={currency.name} />}
    </section>
  )
}

function ThreeFigures({ sum, code }: { sum: NonNullable<OrderFormState['sum']>; code: string }) {
  const { t } = useTranslation('trade')
  const format = useFormat()
  const figures = [
    [t('stake'), sum.stake],
    [t('profit'), sum.profit],
    [t('payout'), sum.payout],
  ] as const
  return (
    <dl className="mt-2 grid grid-cols-3 gap-3 border-t border-rule pt-3">
      {figures.map(([label, amount]) => (
        <div key={label} className="min-w-0">
          <dt className="text-12 text-ink-2">{label}</dt>
          <dd className="text-15 font-medium">
            <bdi dir="ltr">{briefText(format, code, amount)}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function winKey(direction: 'up' | 'down', barrierPpm: number) {
  if (barrierPpm === 0) return direction === 'up' ? 'ticketWinUp' : 'ticketWinDown'
  return direction === 'up' ? 'ticketWinUpBy' : 'ticketWinDownBy'
}
