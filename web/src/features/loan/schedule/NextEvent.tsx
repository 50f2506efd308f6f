import { serverNow } from '@tickmark/client/serverClock.ts'
import { cx } from '@tickmark/ui/base/cx.ts'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import type { IconName } from '@tickmark/ui/base/icons.ts'
import { unreachable } from '@tickmark/core/assert'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { nextEventOf, type LoanSchedule, type NextEvent as Event } from './nextEvent.ts'
import { useLoanTexts } from './useLoanTexts.ts'

type Look = 'calm' | 'good' | 'caution'

const LOOKS: Record<Event['code'], Look> = {
  complete: 'good',
  ahead: 'calm',
  due: 'calm',
  overdue: 'caution',
  late: 'caution',
  feeOwed: 'caution',
}
const WASHES: Record<Look, string> = {
  calm: 'bg-brand-wash',
  good: 'bg-good-wash',
  caution: 'bg-caution-wash',
}
const ICONS: Record<Look, IconName> = { calm: 'clock', good: 'check', caution: 'warning' }

/** The loan's next event, in words. */
export function NextEvent({ loan }: { loan: LoanSchedule }) {
  const event = nextEventOf(loan, serverNow())
  const { title, detail } = useWords(event, loan)
  const look = LOOKS[event.code]
  return (
    <div role="status" className={cx('mt-4 flex gap-3 rounded-3 px-4 py-3.5', WASHES[look])}>
      <Icon name={ICONS[look]} className="mt-0.5 flex-none" />
      <div>
        <p className="font-semibold">{title}</p>
        {detail !== '' && <p className="pt-0.5 text-13 text-ink-2">{detail}</p>}
      </div>
    </div>
  )
}

function useWords(event: Event, { apply }: LoanSchedule): { title: string; detail: string } {
  const { t } = useTranslation('loanList')
  const { sum, day } = useLoanTexts()
  const fee = sum(apply.lateFee.amount)
  if (event.code === 'complete') return { title: t('next.complete'), detail: t('next.completeDetail') }
  if (event.code === 'feeOwed') return { title: t('next.feeOwed', { fee }), detail: t('next.feeOwedDetail') }
  const { instalment } = event
  const facts = {
    number: String(instalment.number),
    amount: sum(instalment.amount),
    date: day(instalment.due),
  }
  switch (event.code) {
    case 'ahead':
      return { title: t('next.ahead', { ...facts, count: event.days }), detail: t('next.collected') }
    case 'due':
      return { title: t('next.due', facts), detail: t('next.dueDetail') }
    case 'overdue': {
      const detail =
        event.until === null
          ? t('next.noSecondFee')
          : t('next.overdueDetail', { until: day(event.until), fee })
      return { title: t('next.overdue', facts), detail }
    }
    case 'late':
      return { title: t('next.late', facts), detail: t('next.lateDetail', { fee }) }
    default:
      return unreachable(event)
  }
}
