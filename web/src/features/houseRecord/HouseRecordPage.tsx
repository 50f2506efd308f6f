import { useState } from 'react'
import { useSearch } from 'wouter'
import type { Reply } from '../../api/api.ts'
import { useCall } from '../../api/api.ts'
import { FailedCall } from '../../components/FailedCall.tsx'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useFormat } from '../../format/useFormat.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { back, go } from '../../navigation/navigate.ts'
import { useSession } from '../../session/session.ts'
import { Caution } from '@tickmark/ui/text/Caution.tsx'
import { Ledger, LedgerRow } from '@tickmark/ui/list/LedgerRow.tsx'
import { PageBar } from '@tickmark/ui/page/PageBar.tsx'
import { Segment } from '@tickmark/ui/form/Segment.tsx'
import { Select } from '@tickmark/ui/form/Select.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { Audited } from './Audited.tsx'
import { dayText, spanText } from './figureTexts.ts'
import { RecomputeHere } from './RecomputeHere.tsx'
import { RecordBook } from './RecordBook.tsx'
import { Refusals } from './Refusals.tsx'

const TODAY = 'today'

/** The house's results against its promises, by day, from the public log. Open to everyone. */
export function HouseRecordPage() {
  const { t } = useTranslation('houseRecord')
  const asked = new URLSearchParams(useSearch()).get('day')
  const isDay = asked !== null && /^\d{4}-\d\d-\d\d$/.test(asked)
  const record = useCall('getRecord', isDay ? { day: asked } : {})
  return (
    <>
      <PageBar title={t('pages:title.houseRecord')} onBack={() => back(hrefTo.help())} />
      <div className="mx-auto w-full max-w-5xl px-5 pt-2 pb-12 md:px-7">
        <p className="pb-4 text-13 text-ink-2">{t('lead')}</p>
        {record.data ? (
          <Record record={record.data} isToday={asked === TODAY} />
        ) : record.isError ? (
          <FailedCall title={t('failed')} call={record} />
        ) : (
          <Skeleton shape="ledger" count={8} />
        )}
      </div>
    </>
  )
}

function Record({ record, isToday }: { record: Reply<'getRecord'>; isToday: boolean }) {
  const { t } = useTranslation('houseRecord')
  const { language, book } = useSession()
  const [shown, setShown] = useState<'real' | 'simulated'>(book === 1 ? 'simulated' : 'real')
  const { days, today, waiting, audited } = record
  const logged = isToday ? null : record.record
  const figures = logged?.figures ?? today.figures
  const choices = [
    { value: TODAY, label: t('today', { day: dayText(language, today.day) }) },
    ...days.map(({ day }) => ({ value: day, label: dayText(language, day) })),
  ]
  return (
    <>
      <div className="grid gap-4 pb-4 md:grid-cols-2 md:items-end">
        <Select
          label={t('day')}
          choices={choices}
          value={logged?.day.day ?? TODAY}
          onChange={(day) => go(hrefTo.houseRecord(day), { replace: true })}
        />
        <Segment
          label={t('book')}
          choices={[
            { value: 'real', label: t('real') },
            { value: 'simulated', label: t('practice') },
          ]}
          value={shown}
          onChange={setShown}
        />
      </div>
      {!logged && <NotLogged isFirst={days.length === 0} day={today.day} />}
      <RecordBook figures={figures[shown]} />
      <Refusals total={figures.refusals} refused={figures[shown].refused} />
      <Withdrawals figures={figures.withdrawals} waiting={waiting} />
      {audited && <Audited audited={audited} />}
      {logged && <RecomputeHere key={logged.day.day} day={logged.day} figures={logged.figures} />}
    </>
  )
}

/** Says that the house is not yet bound to these figures, and from when it will be. */
function NotLogged({ isFirst, day }: { isFirst: boolean; day: string }) {
  const { t } = useTranslation('houseRecord')
  const format = useFormat()
  const time = format.dateTime(Date.parse(`${day}T00:00:00Z`) + 86_400_000)
  return (
    <Caution className="mb-4">
      <span>{isFirst ? t('firstNote', { time }) : t('todayNote', { time })}</span>
    </Caution>
  )
}

type Withdrawn = Reply<'getRecord'>['today']['figures']['withdrawals']

function Withdrawals({ figures, waiting }: { figures: Withdrawn; waiting: Reply<'getRecord'>['waiting'] }) {
  const { t } = useTranslation('houseRecord')
  const format = useFormat()
  const { language } = useSession()
  const count = (number: number) => <bdi dir="ltr">{format.figure(String(number), { decimals: 0 })}</bdi>
  return (
    <>
      <h2 className="pt-7 pb-1 text-15 font-semibold">{t('withdrawals')}</h2>
      <Ledger>
        <LedgerRow label={t('withdrawn')}>{count(figures.count)}</LedgerRow>
        {figures.count > 0 && (
          <>
            <LedgerRow label={t('median')}>{spanText(language, figures.medianMs / 1000)}</LedgerRow>
            <LedgerRow label={t('slowest')}>{spanText(language, figures.slowestMs / 1000)}</LedgerRow>
          </>
        )}
        <LedgerRow
          label={t('waiting')}
          note={
            waiting.since === null ? undefined : t('waitingSince', { time: format.dateTime(waiting.since) })
          }
        >
          {count(waiting.count)}
        </LedgerRow>
      </Ledger>
    </>
  )
}
