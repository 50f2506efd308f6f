import { formatFixed, type Amount } from '@tickmark/core/money/money'
import { LANGUAGE_TAGS } from '@tickmark/texts/languages'
import { DUE_WITHIN_MS } from '@tickmark/wire/routes/operators/orders'
import { ShareBar } from '@tickmark/ui/chart/ShareBar.tsx'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import type { Reply } from '../../api/api.ts'
import { ageText } from '../../format/age.ts'
import { useFormats } from '../../format/useFormats.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Panel } from '../../kit/Panel.tsx'
import { coinsOf } from './coinsOf.ts'

type Row = Reply<'consoleExposure'>['rows'][number]

/** The most that open orders of the real book may win in USDT, by coin and due time. */
export function Exposure({ rows }: { rows: readonly Row[] }) {
  const { t, language } = useTranslation('overview')
  const format = useFormats()
  const coins = coinsOf(rows)
  const usdt = (amount: Amount | undefined) =>
    amount === undefined || amount === 0n ? '–' : format.figure(formatFixed(amount, 0), { decimals: 0 })
  if (coins.length === 0)
    return (
      <Panel title={t('exposure')}>
        <Empty icon="orders" title={t('exposureNone')} detail={t('exposureNoneDetail')} />
      </Panel>
    )
  return (
    <Panel title={t('exposure')}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll it where it is narrow */}
      <div className="overflow-x-auto" tabIndex={0} role="group" aria-label={t('exposure')}>
        <table className="w-full text-13 whitespace-nowrap">
          <thead className="text-12 text-ink-2">
            <tr>
              <th className="py-1 text-start font-medium">{t('coin')}</th>
              <th className="px-2 py-1 text-start font-medium">{t('upDown')}</th>
              {DUE_WITHIN_MS.map((ms) => (
                <th key={ms} className="ps-2 py-1 text-end font-medium">
                  <bdi>{t('within', { span: ageText(ms, LANGUAGE_TAGS[language]) })}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {coins.map((coin) => (
              <tr key={coin.pair} className="border-t border-rule">
                <th scope="row" className="py-1.5 text-start font-medium">
                  <bdi>{coin.pair}</bdi>
                </th>
                <td className="min-w-24 px-2 py-1.5">
                  <span className="flex justify-between gap-3 text-12">
                    <bdi dir="ltr" className="text-up">
                      ▲ {usdt(coin.up)}
                    </bdi>
                    <bdi dir="ltr" className="text-down">
                      ▼ {usdt(coin.down)}
                    </bdi>
                  </span>
                  <ShareBar
                    parts={[
                      { key: 'up', weight: Number(coin.up), colour: 'var(--up)' },
                      { key: 'down', weight: Number(coin.down), colour: 'var(--down)' },
                    ]}
                  />
                </td>
                {DUE_WITHIN_MS.map((ms) => (
                  <td key={ms} className="ps-2 py-1.5 text-end">
                    <bdi dir="ltr">{usdt(coin.within.get(ms))}</bdi>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}
