import { useParams } from 'wouter'
import { useConsoleQuery } from '../../api/api.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Panel } from '../../kit/Panel.tsx'
import { ProposalBadge, ProposalCard, useKindName } from '../../kit/proposals/ProposalCard.tsx'
import { Screen } from '../../kit/Screen.tsx'
import { hrefTo } from '../../navigation/hrefs.ts'

/** One proposal with its effects and its decision. */
export function ProposalScreen() {
  const { t } = useTranslation('proposals')
  const kindName = useKindName()
  const { id = '' } = useParams()
  const { data } = useConsoleQuery('consoleProposal', { id })
  return (
    <Screen
      title={data ? kindName(data.proposal.kind) : t('title')}
      back={{ href: hrefTo.proposals(), label: t('title') }}
      beside={data && <ProposalBadge state={data.proposal.state} />}
    >
      <Panel title={t('columns.what')} className="w-full max-w-[720px]">
        <ProposalCard id={id} />
      </Panel>
    </Screen>
  )
}
