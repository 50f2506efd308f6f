import { REJECTION_REASONS } from '@tickmark/wire/routes/operators/withdrawals'
import { useState } from 'react'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { RadioList } from '@tickmark/ui/form/RadioList.tsx'
import { ConfirmDialog } from '@tickmark/ui/layer/ConfirmDialog.tsx'
import { Sheet } from '@tickmark/ui/layer/Sheet.tsx'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { refresh, type Reply } from '../../api/api.ts'
import { useConsoleCall } from '../../api/useConsoleCall.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Address, Age, Time } from '../../kit/Figures.tsx'
import { Panel } from '../../kit/Panel.tsx'
import { Problem } from '../../kit/Problem.tsx'

type Shown = Reply<'consoleWithdrawal'>
type RejectionReason = (typeof REJECTION_REASONS)[number]

/**
 * The votes so far, and the operator's own: two votes approve or reject; without them, it is approved at its
 * deadline.
 */
export function VotePanel({ data }: { data: Shown }) {
  const { t } = useTranslation('withdrawals')
  const { withdrawal, votes, mayVote } = data
  return (
    <Panel title={t('votes')}>
      {votes.length === 0 ? (
        <p className="text-13 text-ink-2">{t('noVotes')}</p>
      ) : (
        <ul>
          {votes.map((vote) => (
            <li
              key={`${vote.operator} ${vote.at}`}
              className="flex flex-wrap gap-x-3 border-b border-rule py-1.5 text-13"
            >
              <bdi className="font-medium">{vote.name}</bdi>
              <Address text={vote.operator} />
              <span className="flex-1 font-medium">
                {t(`voted.${vote.approves ? 'approve' : 'reject'}`)}
                {vote.reason !== null && ` · ${t(`reason.${vote.reason}`)}`}
              </span>
              <Age sinceMs={vote.at} />
            </li>
          ))}
        </ul>
      )}
      {withdrawal.goesOnAt !== null && (
        <p className="pt-2 text-13 text-ink-2">
          {t('silence')} <Time atMs={withdrawal.goesOnAt} />
        </p>
      )}
      {mayVote && <Vote id={withdrawal.id} />}
    </Panel>
  )
}

function Vote({ id }: { id: string }) {
  const { t } = useTranslation('withdrawals')
  const vote = useConsoleCall('consoleVote')
  const [asking, setAsking] = useState<'approve' | 'reject' | null>(null)
  const [reason, setReason] = useState<RejectionReason | null>(null)

  async function cast(approves: boolean) {
    const done = await vote.run({ id, approves, ...(!approves && reason !== null && { reason }) })
    if (done === null && !approves) return
    setAsking(null)
    refresh('consoleWithdrawal', 'consoleWithdrawals')
    if (done) toast(t('voteCast'), { tone: 'good' })
  }

  return (
    <div className="grid gap-3 pt-3">
      {asking === null && <Problem text={vote.problem} />}
      <div className="flex flex-wrap gap-2">
        <Button size="medium" onClick={() => setAsking('approve')}>
          {t('approve')}
        </Button>
        <Button size="medium" tone="quiet" onClick={() => setAsking('reject')}>
          {t('reject')}
        </Button>
      </div>
      <ConfirmDialog
        open={asking === 'approve'}
        title={t('approveTitle')}
        yesLabel={t('approve')}
        noLabel={t('notYet')}
        busy={vote.busy}
        onYes={() => void cast(true)}
        onNo={() => setAsking(null)}
      >
        {t('approveDetail')}
      </ConfirmDialog>
      <Sheet
        open={asking === 'reject'}
        onClose={() => setAsking(null)}
        onClosed={() => setReason(null)}
        title={t('rejectTitle')}
        footer={
          <Button wide busy={vote.busy} disabled={reason === null} onClick={() => void cast(false)}>
            {t('reject')}
          </Button>
        }
      >
        <div className="grid gap-3">
          <p className="text-13 text-ink-2">{t('rejectDetail')}</p>
          <RadioList
            label={t('rejectTitle')}
            choices={REJECTION_REASONS.map((value) => ({ value, label: t(`reason.${value}`) }))}
            value={reason}
            onChange={setReason}
          />
          <Problem text={vote.problem} />
        </div>
      </Sheet>
    </div>
  )
}
