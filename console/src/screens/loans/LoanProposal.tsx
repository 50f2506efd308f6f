import { refresh, useConsoleQuery, type Reply } from '../../api/api.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Panel } from '../../kit/Panel.tsx'
import { ProposalCard, type Proposal } from '../../kit/proposals/ProposalCard.tsx'

/** The proposal to pay a loan out, pending or approved; nothing without one. */
export function LoanProposal({ loan, onDecided }: { loan: Reply<'consoleLoan'>; onDecided: () => void }) {
  const { t } = useTranslation('loans')
  const asked = useConsoleQuery('consoleProposals', { kind: 'loan.approve' }, { refetchInterval: 3_000 })
  const proposal = asked.data?.list.find((one) => isStanding(one) && applicationOf(one) === loan.id)
  if (!proposal) return null

  function decided() {
    refresh('consoleLoans', 'consoleLentLoans', 'consoleProposals')
    onDecided()
  }

  return (
    <Panel title={t('proposed')}>
      <ProposalCard id={proposal.id} onDecided={decided} />
    </Panel>
  )
}

function isStanding({ state }: Proposal): boolean {
  return state === 'open' || state === 'approved'
}

function applicationOf({ payload }: Proposal): unknown {
  return (JSON.parse(payload) as { applyId?: unknown }).applyId
}
