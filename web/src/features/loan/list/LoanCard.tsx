import type { LoanItem } from '@tickmark/wire/schemas/loans'
import { cx } from '@tickmark/ui/base/cx.ts'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import { PlainLink } from '@tickmark/ui/base/PlainLink.tsx'
import { Progress } from '@tickmark/ui/chart/Progress.tsx'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Badge } from '@tickmark/ui/text/Badge.tsx'
import { useFormat } from '../../../format/useFormat.ts'
import { When } from '../../../components/When.tsx'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { hrefTo } from '../../../navigation/hrefs.ts'
import { go } from '../../../navigation/navigate.ts'
import { Decision } from './Decision.tsx'
import { hasSchedule, stateKey, TONES } from './loanState.ts'
import { TakeBack } from './TakeBack.tsx'

/** A loan or an application. A loan with a schedule can be opened; others are dimmed and say why. */
export function LoanCard({ loan }: { loan: LoanItem }) {
  if (hasSchedule(loan)) {
    return (
      <PlainLink
        href={hrefTo.loanDetail(loan.id)}
        onGo={go}
        className="block rounded-3 border border-rule bg-sheet p-4"
      >
        <Facts loan={loan} />
      </PlainLink>
    )
  }
  return (
    <div className="rounded-3 border border-dashed border-rule p-4">
      <Facts loan={loan} />
      {loan.state === 0 ? <Undecided loan={loan} /> : <Ended loan={loan} />}
    </div>
  )
}

function Facts({ loan }: { loan: LoanItem }) {
  const { t } = useTranslation('loanList')
  const format = useFormat()
  const { amount, paid, instalments, createdAt } = loan
  const opens = hasSchedule(loan)
  const state = stateKey(loan.state)
  return (
    <>
      <div className={cx('flex flex-wrap items-center gap-x-3 gap-y-1.5', !opens && 'text-ink-3')}>
        <bdi dir="ltr" className="min-w-min flex-auto text-19 font-semibold rtl:text-end">
          {`${format.figure(amount, { decimals: 2 })} USDT`}
        </bdi>
        <span className="flex items-center gap-3">
          <Badge tone={TONES[state]}>{t(`state.${state}`)}</Badge>
          {opens && <Icon name="chevron" size={18} className="text-ink-3" />}
        </span>
      </div>
      <p
        className={cx(
          'flex flex-wrap justify-between gap-x-3 pt-1.5 text-12',
          opens ? 'text-ink-2' : 'text-ink-3',
        )}
      >
        <span>{t('paidOf', { paid: String(paid), count: instalments })}</span>
        <span>
          <When atMs={createdAt} />
        </span>
      </p>
      {opens && (
        <div className="pt-3">
          <Progress label={t('progress')} share={paid / instalments} tone="brand" thin />
        </div>
      )}
    </>
  )
}

function Undecided({ loan }: { loan: LoanItem }) {
  const { t } = useTranslation('loanList')
  return (
    <div className="pt-3 text-13 text-ink-2">
      {loan.decidesAt === null ? <p>{t('peopleDecide')}</p> : <Decision atMs={loan.decidesAt} />}
      <Viewed times={loan.viewed} />
      <TakeBack id={loan.id} />
    </div>
  )
}

function Ended({ loan }: { loan: LoanItem }) {
  const { t } = useTranslation('loanList')
  return (
    <div className="pt-3 text-13 text-ink-2">
      {loan.reason !== null && <p className="text-ink">{loan.reason}</p>}
      <Viewed times={loan.viewed} />
      {loan.mayResubmit && (
        <Button size="medium" tone="quiet" className="mt-3" onClick={() => go(hrefTo.loan())}>
          {t('sendAgain')}
        </Button>
      )}
    </div>
  )
}

/** The number of times that others viewed the details and pictures. */
function Viewed({ times }: { times: number }) {
  const { t } = useTranslation('loanList')
  return times > 0 && <p className="pt-1 text-12 text-ink-3">{t('viewed', { count: times })}</p>
}
