import { parseAmount } from '@tickmark/core/money/money'
import { Progress } from '@tickmark/ui/chart/Progress.tsx'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import type { Reply } from '../../api/api.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Money } from '../../kit/Figures.tsx'
import { Panel } from '../../kit/Panel.tsx'

type House = Reply<'consoleExposure'>['house'][number]

/** The most that open orders may win, as a share of the limit, for each book and currency. */
export function Cover({ house }: { house: readonly House[] }) {
  const { t } = useTranslation('overview')
  const used = house.filter(
    ({ most, ...one }) => (most !== null && parseAmount(most) !== 0n) || parseAmount(one.atRisk) !== 0n,
  )
  return (
    <Panel title={t('cover')}>
      {used.length === 0 ? (
        <Empty icon="shield" title={t('coverNone')} />
      ) : (
        <ul className="grid gap-3 sm:grid-cols-2">
          {used.map((one) => (
            <li key={one.book + one.currency} className="grid gap-1 text-13">
              <div className="flex flex-wrap justify-between gap-x-3">
                <span className="font-medium">
                  {one.currency} · {t(`book.${one.book}`)}
                </span>
                <Money amount={one.bankroll} code={one.currency} />
              </div>
              <Progress
                label={t('coverOf', { currency: one.currency, book: t(`book.${one.book}`) })}
                share={shareOf(one)}
                tone="brand"
              />
              <p className="text-12 text-ink-2">
                {t('atRisk')} <Money amount={one.atRisk} />
                {one.most !== null && (
                  <>
                    {' '}
                    {t('most')} <Money amount={one.most} />
                  </>
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** The amount at risk as a share of the limit; for display only. */
function shareOf({ atRisk, most }: House): number {
  const [risk, all] = [parseAmount(atRisk) ?? 0n, parseAmount(most ?? '') ?? 0n]
  return all <= 0n ? 0 : Number((risk * 10_000n) / all) / 10_000
}
