import { Progress } from '@tickmark/ui/chart/Progress.tsx'
import { Badge } from '@tickmark/ui/text/Badge.tsx'
import { Figure } from '@tickmark/ui/text/Figure.tsx'
import { useFormat } from '../../../format/useFormat.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { stateKey, TONES } from '../list/loanState.ts'
import type { LoanSchedule } from './nextEvent.ts'

/** The amount borrowed, and the part repaid. */
export function LoanHead({ loan: { apply } }: { loan: LoanSchedule }) {
  const { t } = useTranslation('loanList')
  const format = useFormat()
  const state = stateKey(apply.state)
  return (
    <div className="grid gap-1 pt-2">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <p className="text-12 text-ink-2">{t('total')}</p>
        <Badge tone={TONES[state]}>{t(`state.${state}`)}</Badge>
      </div>
      <Figure text={format.figure(apply.totalAmount, { decimals: 2 })} unit="USDT" />
      <div className="grid gap-2 pt-2">
        <Progress label={t('progress')} share={apply.paid / apply.instalments} tone="brand" />
        <p className="text-13 text-ink-2">
          {t('paidOf', { paid: String(apply.paid), count: apply.instalments })}
        </p>
      </div>
    </div>
  )
}
