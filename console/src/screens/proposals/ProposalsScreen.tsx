import { useMemo } from 'react'
import { useConsolePages } from '../../api/useConsolePages.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { Column } from '../../kit/DataTable.tsx'
import { Age } from '../../kit/Figures.tsx'
import { FilterChoice } from '../../kit/Filters.tsx'
import {
  ProposalBadge,
  useKindName,
  type Proposal,
  type ProposalState,
} from '../../kit/proposals/ProposalCard.tsx'
import { ListScreen } from '../../kit/ListScreen.tsx'
import { useFilters } from '../../kit/useFilters.ts'
import { go } from '../../navigation/go.ts'
import { hrefTo } from '../../navigation/hrefs.ts'

const FILTERS = { state: 'open' }
const STATES: readonly ProposalState[] = ['open', 'approved', 'refused', 'withdrawn', 'expired']

/** Proposals that wait for a second operator, and decided ones. */
export function ProposalsScreen() {
  const { t } = useTranslation('proposals')
  const { filters, field } = useFilters(FILTERS)
  const state = STATES.find((one) => one === filters.state)
  const pages = useConsolePages('consoleProposals', state ? { state } : {}, { pollMs: 2_000 })
  const columns = useColumns()
  return (
    <ListScreen
      title={t('title')}
      columns={columns}
      rowKey={(one) => one.id}
      onOpen={(one) => go(hrefTo.proposal(one.id))}
      empty={{ title: t('empty'), detail: t('emptyDetail') }}
      filters={
        <FilterChoice
          label={t('columns.state')}
          {...field('state')}
          choices={[
            { value: 'every', label: t('anyState') },
            ...STATES.map((value) => ({ value, label: t(`state.${value}`) })),
          ]}
        />
      }
      pages={pages}
    />
  )
}

function useColumns(): readonly Column<Proposal>[] {
  const { t } = useTranslation('proposals')
  const kindName = useKindName()
  return useMemo(
    () => [
      {
        id: 'what',
        head: t('columns.what'),
        cell: (one) => kindName(one.kind),
        width: 'minmax(180px, 2fr)',
      },
      { id: 'state', head: t('columns.state'), cell: (one) => <ProposalBadge state={one.state} /> },
      { id: 'by', head: t('columns.by'), cell: (one) => one.askedByName },
      { id: 'why', head: t('columns.why'), cell: (one) => one.reason, width: 'minmax(180px, 3fr)' },
      { id: 'at', head: t('columns.at'), cell: (one) => <Age sinceMs={one.askedAt} />, end: true },
    ],
    [t, kindName],
  )
}
