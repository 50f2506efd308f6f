import { WITHDRAWAL_STATES, type WithdrawalState } from '@tickmark/core/wallet/withdrawals'
import { Link } from 'wouter'
import { useConsolePages, type RowOf } from '../../api/useConsolePages.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { CsvColumn } from '../../kit/CsvButton.tsx'
import type { Column } from '../../kit/DataTable.tsx'
import { Address, Age, Money, Time } from '../../kit/Figures.tsx'
import { FilterChoice, FilterText } from '../../kit/Filters.tsx'
import { ListScreen } from '../../kit/ListScreen.tsx'
import { useFilters } from '../../kit/useFilters.ts'
import { go } from '../../navigation/go.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { WithdrawalBadge } from './states.tsx'

type Row = RowOf<'consoleWithdrawals'>

const DEFAULTS = { view: 'waiting', state: '', begins: '' }
const VIEWS = ['waiting', 'stuck', 'overdue', 'all'] as const
const STATES = Object.keys(WITHDRAWAL_STATES) as WithdrawalState[]

/** Withdrawals: those that wait for two operators, those that are stuck or overdue, or all of them. */
export function WithdrawalsScreen() {
  const { t } = useTranslation('withdrawals')
  const { filters, field } = useFilters(DEFAULTS)
  const { begins } = filters
  const view = VIEWS.find((one) => one === filters.view) ?? 'waiting'
  const state = STATES.find((one) => one === filters.state)
  const pages = useConsolePages('consoleWithdrawals', {
    view,
    ...(state && { state }),
    ...(begins !== '' && { begins }),
  })
  const columns = useColumns(view === 'overdue')
  return (
    <ListScreen
      title={t('title')}
      actions={
        <Link href={hrefTo.holds()} className="inline-flex min-h-11 items-center px-3 text-13 text-brand">
          {t('holds')}
        </Link>
      }
      csv={{ name: 'withdrawals', columns: WITHDRAWALS_CSV }}
      columns={columns}
      rowKey={(row) => row.id}
      onOpen={(row) => go(hrefTo.withdrawal(row.id))}
      empty={
        view === 'waiting'
          ? { title: t('noneWaiting'), detail: t('noneWaitingDetail') }
          : { title: t('none'), detail: t('noneDetail') }
      }
      filters={
        <>
          <FilterChoice
            label={t('filter.view')}
            {...field('view')}
            value={view}
            choices={VIEWS.map((value) => ({ value, label: t(`filter.${value}`) }))}
          />
          <FilterChoice
            label={t('filter.state')}
            {...field('state')}
            choices={[
              { value: '', label: t('filter.anyState') },
              ...STATES.map((value) => ({ value, label: t(`state.${value}`) })),
            ]}
          />
          <FilterText label={t('filter.begins')} {...field('begins')} mono />
        </>
      }
      pages={pages}
    />
  )
}

/** The last column is when each goes on; for overdue ones, how late it is. */
function useColumns(isLate: boolean): Column<Row>[] {
  const { t } = useTranslation('withdrawals')
  return [
    { id: 'age', head: t('column.age'), width: '64px', cell: (row) => <Age sinceMs={row.requestedAt} /> },
    {
      id: 'owner',
      head: t('column.owner'),
      width: 'minmax(140px, 1fr)',
      cell: (row) => <Address text={row.owner} />,
    },
    {
      id: 'amount',
      head: t('column.amount'),
      end: true,
      cell: (row) => (
        <>
          <Money amount={row.amount} code={row.currency} />
          <span className="block truncate text-11 text-ink-2">{row.network}</span>
        </>
      ),
    },
    {
      id: 'to',
      head: t('column.to'),
      width: 'minmax(140px, 1fr)',
      cell: (row) => <Address text={row.destination} />,
    },
    {
      id: 'state',
      head: t('column.state'),
      width: '150px',
      cell: (row) => <WithdrawalBadge state={row.state} />,
    },
    {
      id: 'votes',
      head: t('column.votes'),
      width: '116px',
      cell: (row) => (row.isAsked ? <Votes row={row} /> : '–'),
    },
    isLate
      ? {
          id: 'lateBy',
          head: t('column.lateBy'),
          width: '152px',
          cell: (row) => (row.dueAt === null ? '–' : <Age sinceMs={row.dueAt} />),
        }
      : {
          id: 'goesOn',
          head: t('column.goesOn'),
          width: '152px',
          cell: (row) => (row.goesOnAt === null ? '–' : <Time atMs={row.goesOnAt} />),
        },
  ]
}

function Votes({ row }: { row: Row }) {
  const { t } = useTranslation('withdrawals')
  const own = row.ownVote === null ? '' : ` · ${t(`voted.${row.ownVote}`)}`
  return <span>{t('tally', { yes: row.approvals, no: row.rejections }) + own}</span>
}

/** The columns of the file. */
export const WITHDRAWALS_CSV: readonly CsvColumn<Row>[] = [
  { head: 'id', of: (row) => row.id },
  { head: 'requested', of: (row) => new Date(row.requestedAt).toISOString() },
  { head: 'promised', of: (row) => (row.dueAt === null ? '' : new Date(row.dueAt).toISOString()) },
  { head: 'owner', of: (row) => row.owner },
  { head: 'amount', of: (row) => row.amount },
  { head: 'currency', of: (row) => row.currency },
  { head: 'network', of: (row) => row.network },
  { head: 'destination', of: (row) => row.destination },
  { head: 'state', of: (row) => row.state },
  { head: 'approvals', of: (row) => String(row.approvals) },
  { head: 'rejections', of: (row) => String(row.rejections) },
]
