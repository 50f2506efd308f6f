import { pastYield } from '@tickmark/core/arbitrage/pastYield'
import { formatAmount, type Amount } from '@tickmark/core/money/money'
import type { ProgrammeDay } from '@tickmark/wire/schemas/arbitrage'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { unitsOf } from '../terms.ts'
import { useArbitrageTexts } from '../useArbitrageTexts.ts'

/** Number of days counted. */
const DAYS = 30

interface PastYieldProps {
  amount: Amount
  upperPpm: bigint
  days: readonly ProgrammeDay[]
}

/** What this amount would have earned on the last days, beside the hosts of that time: a fact about the past. */
export function PastYield({ amount, upperPpm, days }: PastYieldProps) {
  const { t } = useTranslation('arbitrage')
  const { usdt, fine } = useArbitrageTexts()
  const past = days
    .slice(0, DAYS)
    .map(({ pool, hosted }) => ({ pool: unitsOf(pool), hosted: unitsOf(hosted) }))
  const without = past.filter(({ pool }) => pool === 0n).length
  return (
    <section aria-label={t('past.title')} className="rounded-2 bg-well px-3.5 py-3 text-13">
      {past.length === 0 ? (
        <p>{t('past.none')}</p>
      ) : amount <= 0n ? (
        <p>{t('past.enter')}</p>
      ) : (
        <p>
          {t('past.earned', {
            sum: usdt(amount),
            yield: fine(formatAmount(pastYield({ principal: amount, upperPpm }, past))),
            count: past.length,
            without: String(without),
          })}
        </p>
      )}
      <p className="pt-1 text-ink-2">{t('notPromised')}</p>
    </section>
  )
}
