import { parseAmount } from '@tickmark/core/money/money'
import { Progress } from '@tickmark/ui/chart/Progress.tsx'
import type { Reply } from '../../api/api.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Money } from '../../kit/Figures.tsx'
import { Panel } from '../../kit/Panel.tsx'

type Exposure = Reply<'consoleTreasury'>['exposure'][number]

/** The most that open orders may win, as a share of the limit. */
export function ExposurePanel({ data }: { data: Pick<Reply<'consoleTreasury'>, 'exposure'> }) {
  const { t } = useTranslation('treasury')
  return (
    <Panel title={t('exposure')}>
      {data.exposure.length === 0 && <p className="text-13 text-ink-2">{t('none')}</p>}
      <ul className="grid gap-3">
        {data.exposure.map((one) => (
          <li key={one.currency} className="grid gap-1 text-13">
            <div className="flex flex-wrap justify-between gap-x-4">
              <span>
                <Money amount={one.mayWin} code={one.currency} />
              </span>
              <span className="text-ink-2">
                {t('mostMay')} <Money amount={one.most} /> · {t('account.bankroll')}{' '}
                <Money amount={one.bankroll} />
              </span>
            </div>
            <Progress thin label={t('exposure')} share={shareOf(one.mayWin, one.most)} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** The share to draw, from 0 to 1; it decides nothing. */
function shareOf(part: Exposure['mayWin'], whole: string): number {
  const most = Number(parseAmount(whole) ?? 0n)
  return most === 0 ? 0 : Math.min(1, Number(parseAmount(part) ?? 0n) / most)
}
