import { utcDate } from '@tickmark/core/days'
import { serverNow } from '@tickmark/client/serverClock.ts'
import { Timeline, type TimelineStep } from '@tickmark/ui/list/Timeline.tsx'
import { Section } from '../../../components/Section.tsx'
import { When } from '../../../components/When.tsx'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { firstAhead, type InstalmentItem, type LoanSchedule } from './nextEvent.ts'
import { useLoanTexts } from './useLoanTexts.ts'

const STATES: Record<InstalmentItem['standing'], TimelineStep['state']> = {
  paid: 'done',
  ahead: 'later',
  due: 'now',
  overdue: 'failed',
  late: 'failed',
}

/** The instalments in order, with a mark at today. */
export function Schedule({ loan: { apply, orders } }: { loan: LoanSchedule }) {
  const { t } = useTranslation('loanList')
  const { sum, day } = useLoanTexts()
  const nowMs = serverNow()
  const ahead = firstAhead(orders, nowMs)
  const isOver = apply.state === 3
  return (
    <div className="pt-6">
      <Section title={t('schedule')} note={t('scheduleNote')}>
        <div className="pt-3">
          <Timeline
            label={t('schedule')}
            stateWords={{
              done: t('standing.paid'),
              now: t('standing.due'),
              later: t('standing.ahead'),
              failed: t('standing.overdue'),
            }}
            {...(!isOver && {
              mark: {
                before: ahead === null ? null : String(ahead),
                label: t('today', { date: day(utcDate(nowMs)) }),
              },
            })}
            steps={orders.map((one) => ({
              key: String(one.number),
              state: STATES[one.standing],
              title: <span className="text-15 font-medium text-ink">{sum(one.amount)}</span>,
              detail: <Standing instalment={one} />,
              aside: day(one.due),
              mark: one.number,
            }))}
          />
        </div>
      </Section>
    </div>
  )
}

function Standing({ instalment }: { instalment: InstalmentItem }) {
  const { t } = useTranslation('loanList')
  const { standing, paidAt } = instalment
  if (paidAt === null) return t(`standing.${standing}`)
  return (
    <>
      {t('standing.paid')} · <When atMs={paidAt} />
    </>
  )
}
