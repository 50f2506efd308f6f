import { productById } from '@tickmark/core/market/products'
import { calibrationOf, totalOf, type BookFigures, type Tally } from '@tickmark/core/record/recordFigures'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import { Ledger, LedgerRow } from '@tickmark/ui/list/LedgerRow.tsx'
import { useDurationNames } from '../../components/useDurationNames.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { amountText } from '@tickmark/client/format/figures.ts'
import { useFormat } from '../../format/useFormat.ts'
import { ltr } from '../../format/ltr.ts'
import { CalibrationPlot } from './CalibrationPlot.tsx'
import { percentText, withError } from './figureTexts.ts'
import { RecordTable } from './RecordTable.tsx'
import { pointsOf, rowsBy } from './recordRows.ts'

/** The house's results in one book on one day. */
export function RecordBook({ figures }: { figures: BookFigures }) {
  const { t } = useTranslation('houseRecord')
  const durations = useDurationNames()
  const total = totalOf(figures)
  if (!total) return <Empty icon="receipt" title={t('noOrders')} detail={t('noOrdersDetail')} />
  return (
    <>
      <Totals total={total} figures={figures} />
      <h2 className="pt-7 pb-2 text-15 font-semibold">{t('plot.title')}</h2>
      <CalibrationPlot points={pointsOf(figures)} />
      <RecordTable
        title={t('byCoin')}
        head={t('column.coin')}
        rows={rowsBy(figures, 'coin')}
        nameOf={({ tally }) => productById(tally.pid)?.symbol ?? String(tally.pid)}
      />
      <RecordTable
        title={t('byDuration')}
        head={t('column.duration')}
        rows={rowsBy(figures, 'duration')}
        nameOf={({ tally }) => durations.nameOf(tally.duration)}
      />
      <p className="pt-2.5 text-12 text-ink-2">{t('errorNote')}</p>
    </>
  )
}

function Totals({ total, figures }: { total: Tally; figures: BookFigures }) {
  const { t } = useTranslation('houseRecord')
  const format = useFormat()
  const found = calibrationOf(total)
  const count = (number: number) => <bdi dir="ltr">{format.figure(String(number), { decimals: 0 })}</bdi>
  return (
    <Ledger>
      <LedgerRow label={t('settled')}>{count(total.orders)}</LedgerRow>
      {found && (
        <>
          <LedgerRow label={t('won')} note={t('promised', { share: ltr(percentText(found.promised)) })}>
            <bdi dir="ltr">{withError(found.won, found.wonError)}</bdi>
          </LedgerRow>
          <LedgerRow
            label={t('margin')}
            note={t('promised', { share: ltr(percentText(found.promisedMargin)) })}
          >
            <bdi dir="ltr">{withError(found.margin, found.marginError)}</bdi>
          </LedgerRow>
        </>
      )}
      {figures.money.map(({ currency, stake, payout }) => (
        <LedgerRow key={currency} label={t('paid', { currency: ltr(currency) })}>
          <bdi dir="ltr">
            {`${amountText(format, currency, BigInt(stake))} → ${amountText(format, currency, BigInt(payout))}`}
          </bdi>
        </LedgerRow>
      ))}
      <LedgerRow label={t('closed')}>{count(total.closed)}</LedgerRow>
      <LedgerRow label={t('void')} note={t('voidNote')}>
        {count(total.void)}
      </LedgerRow>
    </Ledger>
  )
}
