import { Ledger, LedgerRow } from '@tickmark/ui/list/LedgerRow.tsx'
import type { ReactNode } from 'react'
import { Section } from '../../../components/Section.tsx'
import { When } from '../../../components/When.tsx'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import type { LoanSchedule } from './nextEvent.ts'
import { useLoanTexts } from './useLoanTexts.ts'

/** The loan's sums and dates. The late fee is shown while it may apply, and as charged. */
export function LoanSums({ loan: { apply } }: { loan: LoanSchedule }) {
  const { t } = useTranslation('loanList')
  const { sum, day } = useLoanTexts()
  const { lateFee } = apply
  const isFeeOver = lateFee.state === 'none' && apply.paid === apply.instalments
  return (
    <div className="pt-6">
      <Section title={t('sums')}>
        <Ledger>
          <LedgerRow label={t('total')}>{sum(apply.totalAmount)}</LedgerRow>
          <LedgerRow label={t('count')}>{apply.instalments}</LedgerRow>
          <LedgerRow label={t('paid')}>{apply.paid}</LedgerRow>
          <LedgerRow label={t('owed')}>{sum(apply.owed)}</LedgerRow>
          <LedgerRow label={t('interest')}>{t('noInterest')}</LedgerRow>
          {!isFeeOver && (
            <LedgerRow label={t(`fee.${lateFee.state}`)} note={<FeeNote loan={{ lateFee }} />}>
              {sum(lateFee.amount)}
            </LedgerRow>
          )}
          <LedgerRow label={t('startedAt')}>
            <When atMs={apply.startedAt} />
          </LedgerRow>
          <LedgerRow label={t('termEnds')} last>
            {day(apply.termEnds)}
          </LedgerRow>
        </Ledger>
      </Section>
    </div>
  )
}

function FeeNote({ loan: { lateFee } }: { loan: Pick<LoanSchedule['apply'], 'lateFee'> }): ReactNode {
  const { t } = useTranslation('loanList')
  if (lateFee.at === null) return t('feeWhen')
  return (
    <>
      {t('feeChargedAt')} <When atMs={lateFee.at} />
    </>
  )
}
