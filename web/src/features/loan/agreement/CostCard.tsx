import { utcDate } from '@tickmark/core/days'
import { REVIEW } from '@tickmark/core/loans/review'
import { formatAmount } from '@tickmark/core/money/money'
import { Ledger, LedgerRow } from '@tickmark/ui/list/LedgerRow.tsx'
import type { Reply } from '../../../api/api.ts'
import { useFormat } from '../../../format/useFormat.ts'
import { ltr } from '../../../format/ltr.ts'
import { timesOf } from '@tickmark/client/format/times.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useSession } from '../../../session/session.ts'
import { costOf, type WrittenAgreement } from './written.ts'

interface CostCardProps {
  written: WrittenAgreement
  reviewer: Reply<'getLoanDraft'>['reviewer']
}

/** Every due date with its amount, the total, the highest cost of paying late, and what happens when. */
export function CostCard({ written, reviewer }: CostCardProps) {
  const { t } = useTranslation('loans')
  const { language } = useSession()
  const format = useFormat()
  const { utcDay } = timesOf(language)
  const cost = costOf(written)
  const sum = (units: bigint) => `${format.figure(formatAmount(units), { decimals: 2 })} USDT`
  return (
    <section aria-label={t('cost.title')}>
      <Ledger>
        <LedgerRow label={t('cost.get')}>
          <bdi dir="ltr">{sum(cost.amount)}</bdi>
        </LedgerRow>
        <LedgerRow label={t('cost.interest')}>{t('cost.none')}</LedgerRow>
        <LedgerRow label={t('cost.total')}>
          <bdi dir="ltr">{sum(cost.amount)}</bdi>
        </LedgerRow>
        <LedgerRow
          label={t('cost.worst')}
          note={t('cost.worstNote', {
            fee: ltr(sum(cost.lateFee)),
            date: utcDay(utcDate(cost.firstLateMs)),
          })}
        >
          <bdi dir="ltr" className="text-caution">
            {sum(cost.worst)}
          </bdi>
        </LedgerRow>
      </Ledger>
      <h3 className="pt-5 pb-1 text-13 font-semibold">{t('cost.dates')}</h3>
      <ol>
        {cost.schedule.map((one) => (
          <li key={one.number} className="flex flex-wrap gap-x-3 border-b border-rule py-2 text-13">
            <span className="w-6 flex-none text-ink-3">{one.number}</span>
            <span className="flex-1">{utcDay(one.due)}</span>
            <bdi dir="ltr" className="font-medium">
              {sum(one.amount)}
            </bdi>
          </li>
        ))}
      </ol>
      <p className="pt-1 text-12 text-ink-2">{t('cost.utc')}</p>
      <h3 className="pt-5 pb-1 text-13 font-semibold">{t('cost.then')}</h3>
      <ul className="grid list-disc gap-1.5 ps-5 text-13">
        <li>{t('cost.collect')}</li>
        <li>{t('cost.short')}</li>
        <li>{t('cost.late', { fee: ltr(sum(cost.lateFee)) })}</li>
        <li>{t('cost.early')}</li>
        <li>{t('cost.free')}</li>
      </ul>
      <Reviewer reviewer={reviewer} />
    </section>
  )
}

/** Who decides on the loan, and how. */
function Reviewer({ reviewer }: Pick<CostCardProps, 'reviewer'>) {
  const { t } = useTranslation('loans')
  return (
    <>
      <h3 className="pt-5 pb-1 text-13 font-semibold">{t('review.title')}</h3>
      <p className="text-13">{t(`review.${reviewer}`, { seconds: REVIEW.afterMs / 1_000 })}</p>
      {reviewer === 'simulated' && (
        <ul className="grid list-disc gap-1.5 ps-5 pt-1.5 text-13">
          {RULES.map(({ rule, ...facts }) => (
            <li key={rule}>{t(`review.rule.${rule}`, facts)}</li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The simulated reviewer's rules with their figures. */
const RULES = [
  { rule: 'name', least: REVIEW.nameLetters },
  { rule: 'phone', ...REVIEW.phoneDigits },
  { rule: 'idNumber', ...REVIEW.idNumberLength },
  { rule: 'photos', least: REVIEW.photoSide },
  { rule: 'pool' },
] as const
