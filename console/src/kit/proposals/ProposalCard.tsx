import { useState } from 'react'
import { Badge, type BadgeTone } from '@tickmark/ui/text/Badge.tsx'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { ConfirmDialog } from '@tickmark/ui/layer/ConfirmDialog.tsx'
import { Sheet } from '@tickmark/ui/layer/Sheet.tsx'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { useConsoleQuery, type Reply } from '../../api/api.ts'
import { useConsoleCall } from '../../api/useConsoleCall.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useOperator } from '../../session/operator.ts'
import { Answered } from '../Answered.tsx'
import { Effect } from './Effect.tsx'
import { Address, Age, Time } from '../Figures.tsx'
import { Facts } from '../Panel.tsx'
import { Problem } from '../Problem.tsx'
import { choicesOf } from './choices.ts'
import { isReason, ReasonField } from '../ReasonField.tsx'
import { useNow } from '../useNow.ts'

export type Proposal = Reply<'consoleProposals'>['list'][number]
export type ProposalState = Proposal['state']

const TONES: Record<ProposalState, BadgeTone> = {
  open: 'caution',
  approved: 'good',
  refused: 'wrong',
  withdrawn: 'plain',
  expired: 'plain',
}

/** A proposal's state in a word. */
export function ProposalBadge({ state }: { state: ProposalState }) {
  const { t } = useTranslation('proposals')
  return <Badge tone={TONES[state]}>{t(`state.${state}`)}</Badge>
}

/** The name of a proposal's kind; the kind itself when there is no text for it. */
export function useKindName(): (kind: string) => string {
  const { tKnown } = useTranslation('proposals')
  return (kind) => tKnown(`kind.${kind}`) ?? kind
}

/**
 * A proposal, polled every three seconds: who asked and why, its effects, the hash that an approval names, and the
 * decision. The operator who asked cannot approve, and sees a button to withdraw instead.
 */
export function ProposalCard({ id, onDecided }: { id: string; onDecided?: () => void }) {
  const asked = useConsoleQuery('consoleProposal', { id }, { refetchInterval: 3_000 })
  return (
    <Answered of={asked}>
      {({ proposal, effect, obstacle }) => (
        <div className="grid gap-4">
          <Asked proposal={proposal} />
          {effect.length > 0 && <Effect list={effect} />}
          {obstacle && <Problem text={obstacle.text} />}
          {proposal.state === 'open' ? (
            <Decide proposal={proposal} isPossible={obstacle === null} onDecided={onDecided} />
          ) : (
            <Decided proposal={proposal} />
          )}
        </div>
      )}
    </Answered>
  )
}

function Asked({ proposal }: { proposal: Proposal }) {
  const { t } = useTranslation('proposals')
  return (
    <Facts
      list={[
        { name: t('askedBy'), value: proposal.askedByName },
        { name: t('askedAt'), value: <Time atMs={proposal.askedAt} /> },
        { name: t('why'), value: proposal.reason },
        { name: t('hash'), value: <Address text={proposal.payloadHash} /> },
        proposal.state === 'open'
          ? { name: t('timeLeft'), value: <TimeLeft until={proposal.expiresAt} /> }
          : null,
      ]}
    />
  )
}

/** Time left for approval, counted down. */
function TimeLeft({ until }: { until: number }) {
  const now = useNow()
  return <Age sinceMs={now - Math.max(0, until - now)} />
}

function Decided({ proposal }: { proposal: Proposal }) {
  const { t } = useTranslation('proposals')
  return (
    <Facts
      list={[
        { name: t('decision'), value: <ProposalBadge state={proposal.state} /> },
        proposal.decidedByName === null ? null : { name: t('decidedBy'), value: proposal.decidedByName },
        proposal.decidedAt === null
          ? null
          : { name: t('decidedAt'), value: <Time atMs={proposal.decidedAt} /> },
        proposal.decisionReason === null ? null : { name: t('why'), value: proposal.decisionReason },
      ]}
    />
  )
}

interface DecideProps {
  proposal: Proposal
  isPossible: boolean
  onDecided: (() => void) | undefined
}

function Decide({ proposal, isPossible, onDecided }: DecideProps) {
  const { t } = useTranslation('proposals')
  const operator = useOperator()
  const approve = useConsoleCall('consoleApprove')
  const [asking, setAsking] = useState<'approve' | 'refuse' | null>(null)
  const { isOwn, note, approve: approving, mayEnd } = choicesOf(proposal, operator?.address, isPossible)

  async function approveNow() {
    const done = await approve.run({ id: proposal.id, payloadHash: proposal.payloadHash })
    setAsking(null)
    if (done === null) return
    toast(t('approved'), { tone: 'good' })
    onDecided?.()
  }

  return (
    <div className="grid gap-3">
      {note && <p className="text-13 text-ink-2">{t(note)}</p>}
      <Problem text={approve.problem} />
      <div className="flex flex-wrap gap-2">
        {approving !== 'hidden' && (
          <Button size="medium" disabled={approving === 'disabled'} onClick={() => setAsking('approve')}>
            {t('approve')}
          </Button>
        )}
        {mayEnd && (
          <Button size="medium" tone="quiet" onClick={() => setAsking('refuse')}>
            {t(isOwn ? 'withdraw' : 'refuse')}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={asking === 'approve'}
        title={t('approveTitle')}
        yesLabel={t('approve')}
        noLabel={t('notYet')}
        busy={approve.busy}
        onYes={() => void approveNow()}
        onNo={() => setAsking(null)}
      >
        {t('approveDetail')}
      </ConfirmDialog>
      <RefuseDialog
        open={asking === 'refuse'}
        isOwn={isOwn}
        id={proposal.id}
        onClose={() => setAsking(null)}
        onDecided={onDecided}
      />
    </div>
  )
}

interface RefuseProps {
  open: boolean
  isOwn: boolean
  id: string
  onClose: () => void
  onDecided: (() => void) | undefined
}

function RefuseDialog({ open, isOwn, id, onClose, onDecided }: RefuseProps) {
  const { t } = useTranslation('proposals')
  const refuse = useConsoleCall('consoleRefuse')
  const [reason, setReason] = useState('')

  async function refuseNow() {
    if ((await refuse.run({ id, reason: reason.trim() })) === null) return
    onClose()
    toast(t(isOwn ? 'withdrawn' : 'refused'), { tone: 'good' })
    onDecided?.()
  }

  return (
    <Sheet
      open={open}
      onClose={onClose}
      onClosed={() => setReason('')}
      title={t(isOwn ? 'withdraw' : 'refuse')}
      footer={
        <Button wide busy={refuse.busy} disabled={!isReason(reason)} onClick={() => void refuseNow()}>
          {t(isOwn ? 'withdraw' : 'refuse')}
        </Button>
      }
    >
      <div className="grid gap-3">
        <ReasonField value={reason} onChange={setReason} />
        <Problem text={refuse.problem} />
      </div>
    </Sheet>
  )
}
