import { Segment } from '@tickmark/ui/form/Segment.tsx'
import { Ledger, LedgerRow } from '@tickmark/ui/list/LedgerRow.tsx'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import type { HostingProductItem, ProgrammeDay } from '@tickmark/wire/schemas/arbitrage'
import { useState } from 'react'
import { Section } from '../../../components/Section.tsx'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { LoggedDay } from '../LoggedDay.tsx'
import { termsOf } from '../terms.ts'
import { useArbitrageTexts } from '../useArbitrageTexts.ts'
import { YieldPlot } from './YieldPlot.tsx'
import { meanShare, yieldRows, type YieldRow } from './yieldRows.ts'

/** Days on the plot. */
const DRAWN = 30

interface YieldRecordProps {
  days: readonly ProgrammeDay[]
  products: readonly HostingProductItem[]
}

/** The yield of each closed day for a product, beside its upper yield; includes days of zero and of loss. */
export function YieldRecord({ days, products }: YieldRecordProps) {
  const { t } = useTranslation('arbitrage')
  const { share } = useArbitrageTexts()
  const [mid, choose] = useState<number | null>(null)
  const product = products.find((one) => one.mid === mid) ?? products[0]
  if (days.length === 0) {
    return (
      <Section title={t('record.title')}>
        <Empty title={t('record.empty')} detail={t('record.emptyDetail')} icon="clock" />
      </Section>
    )
  }
  if (!product) return null
  const rows = yieldRows(days, termsOf(product).upperPpm)
  const shown = rows.slice(0, DRAWN)
  return (
    <Section title={t('record.title')} note={t('record.note')}>
      {products.length > 1 && (
        <div className="pt-2 pb-3 md:max-w-[360px]">
          <Segment
            label={t('record.product')}
            choices={products.map((one) => ({
              value: one.mid,
              label: t('product', { count: one.period }),
            }))}
            value={product.mid}
            onChange={choose}
          />
        </div>
      )}
      <YieldPlot rows={shown} upper={termsOf(product).upperPpm * 100n} />
      <Ledger columns={2}>
        <LedgerRow label={t('record.mean7')}>{share(meanShare(rows.slice(0, 7)))}</LedgerRow>
        <LedgerRow label={t('record.mean30')}>{share(meanShare(shown))}</LedgerRow>
      </Ledger>
      <Table rows={rows} />
    </Section>
  )
}

/** The same days as a table. */
function Table({ rows }: { rows: readonly YieldRow[] }) {
  const { t } = useTranslation('arbitrage')
  const { day, figure, share } = useArbitrageTexts()
  return (
    <details className="pt-1">
      <summary className="flex min-h-11 cursor-pointer items-center text-13 font-semibold text-brand">
        {t('record.table')}
      </summary>
      <table className="w-full text-13">
        <thead className="text-12 text-ink-2">
          <tr className="border-b border-rule">
            <th scope="col" className="py-2 pe-2 text-start font-normal">
              {t('record.day')}
            </th>
            <th scope="col" className="py-2 ps-2 text-end font-normal">
              {t('record.profit')}
            </th>
            <th scope="col" className="py-2 ps-2 text-end font-normal">
              {t('record.yield')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.day} className="border-b border-rule">
              <th scope="row" className="py-2.5 pe-2 text-start font-medium">
                {day(row.day)}
                <span className="block text-12 font-normal text-ink-3">
                  <LoggedDay day={row.day} seq={row.seq} />
                </span>
              </th>
              <td className="py-2.5 ps-2 text-end tabular-nums">
                <bdi dir="ltr">{figure(row.profit, true)}</bdi>
              </td>
              <td className="py-2.5 ps-2 text-end tabular-nums">
                {row.state === 'empty' ? t('record.nobody') : <bdi dir="ltr">{share(row.share)}</bdi>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
