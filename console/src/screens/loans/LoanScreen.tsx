import { useState } from 'react'
import { useParams } from 'wouter'
import { Badge } from '@tickmark/ui/text/Badge.tsx'
import { Button } from '@tickmark/ui/form/Button.tsx'
import type { Reply } from '../../api/api.ts'
import { useConsoleCall } from '../../api/useConsoleCall.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { Column } from '../../kit/DataTable.tsx'
import { Address, Money, Time } from '../../kit/Figures.tsx'
import { Facts, Panel } from '../../kit/Panel.tsx'
import { Problem } from '../../kit/Problem.tsx'
import { isReason, ReasonField } from '../../kit/ReasonField.tsx'
import { Screen } from '../../kit/Screen.tsx'
import { SmallTable } from '../../kit/SmallTable.tsx'
import { hrefTo } from '../../navigation/hrefs.ts'
import { LoanDecision } from './LoanDecision.tsx'
import { LoanPhoto } from './LoanPhoto.tsx'
import { LoanProposal } from './LoanProposal.tsx'

type Loan = Reply<'consoleLoan'>
const STATES = ['review', 'active', 'rejected', 'complete'] as const

/** An application. Its personal details open only with a reason, which the applicant’s record keeps. */
export function LoanScreen() {
  const { t } = useTranslation('loans')
  const { id = '' } = useParams()
  const look = useConsoleCall('consoleLoan')
  const [reason, setReason] = useState('')
  const [loan, setLoan] = useState<Loan | null>(null)

  async function read() {
    const seen = await look.run({ applyId: id, reason: reason.trim() })
    if (seen) setLoan(seen)
  }

  return (
    <Screen
      title={t('application')}
      back={{ href: hrefTo.loans(), label: t('title') }}
      beside={loan && <LoanState state={loan.state} />}
    >
      {loan === null ? (
        <Panel title={t('whyLook')} className="max-w-[560px]">
          <form
            className="grid gap-3"
            onSubmit={(event) => {
              event.preventDefault()
              if (isReason(reason)) void read()
            }}
          >
            <p className="text-13 text-ink-2">{t('whyLookDetail')}</p>
            <Address text={id} />
            <ReasonField value={reason} onChange={setReason} />
            <Problem text={look.problem} />
            <Button type="submit" busy={look.busy} disabled={!isReason(reason)}>
              {t('look')}
            </Button>
          </form>
        </Panel>
      ) : (
        <OpenedLoan loan={loan} reason={reason.trim()} onChanged={() => void read()} />
      )}
    </Screen>
  )
}

function LoanState({ state }: { state: number }) {
  const { t } = useTranslation('loans')
  const name = STATES[state] ?? 'review'
  const tone = { review: 'caution', active: 'good', rejected: 'wrong', complete: 'plain' } as const
  return <Badge tone={tone[name]}>{t(`state.${name}`)}</Badge>
}

/** An application whose details were opened for this reason. */
export function OpenedLoan({
  loan,
  reason,
  onChanged,
}: {
  loan: Loan
  reason: string
  onChanged: () => void
}) {
  const { t } = useTranslation('loans')
  const { details } = loan
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <div className="grid gap-4">
        <Panel title={t('details')}>
          {details === null && <p className="pb-2 text-13 text-ink-2">{t('deleted')}</p>}
          <Facts
            list={[
              { name: t('column.amount'), value: <Money amount={loan.amount} code="USDT" /> },
              { name: t('column.instalments'), value: String(loan.instalments) },
              { name: t('borrower'), value: <Address text={loan.borrower} whole /> },
              { name: t('submitted'), value: <Time atMs={loan.submittedAt} /> },
              ...(details === null
                ? []
                : [
                    { name: t('name'), value: <bdi>{details.name}</bdi> },
                    { name: t('phone'), value: <bdi dir="ltr">{details.phone}</bdi> },
                    { name: t('homeAddress'), value: <bdi>{details.address}</bdi> },
                    { name: t('idNumber'), value: <bdi className="font-mono">{details.idNumber}</bdi> },
                  ]),
            ]}
          />
        </Panel>
        {loan.state === 0 && <LoanDecision loan={loan} onDecided={onChanged} />}
        <LoanProposal loan={loan} onDecided={onChanged} />
      </div>
      <div className="grid gap-4">
        <Panel title={t('pictures')}>
          {loan.pictures.length === 0 && <p className="text-13 text-ink-2">{t('deleted')}</p>}
          <div className="grid gap-4">
            {inOrder(loan.pictures).map((picture) => (
              <LoanPhoto key={picture.purpose} id={loan.id} reason={reason} {...picture} />
            ))}
          </div>
        </Panel>
        <Panel title={t('views')}>
          <SmallTable
            label={t('views')}
            list={loan.views}
            rowKey={(view) => `${view.at} ${view.what} ${view.viewer}`}
            empty={t('noViews')}
            columns={useColumns()}
          />
        </Panel>
      </div>
    </div>
  )
}

/** Front, back, signature. */
function inOrder(pictures: Loan['pictures']): Loan['pictures'] {
  const places = ['front', 'back', 'signature']
  return pictures.toSorted((a, b) => places.indexOf(a.purpose) - places.indexOf(b.purpose))
}

function useColumns(): Column<Loan['views'][number]>[] {
  const { t, tKnown } = useTranslation('loans')
  return [
    { id: 'at', head: t('column.at'), cell: (view) => <Time atMs={view.at} /> },
    {
      id: 'what',
      head: t('column.what'),
      cell: (view) => tKnown(`what.${view.what}`) ?? view.what,
    },
    { id: 'viewer', head: t('column.viewer'), cell: (view) => <Address text={view.viewer} /> },
    { id: 'reason', head: t('column.reason'), cell: (view) => view.reason },
  ]
}
