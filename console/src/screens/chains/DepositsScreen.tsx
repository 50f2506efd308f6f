import { DEPOSIT_STATES, type DepositState } from '@tickmark/core/wallet/deposits'
import { Badge, type BadgeTone } from '@tickmark/ui/text/Badge.tsx'
import { useConsoleQuery } from '../../api/api.ts'
import { useConsolePages, type RowOf } from '../../api/useConsolePages.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { CsvColumn } from '../../kit/CsvButton.tsx'
import type { Column } from '../../kit/DataTable.tsx'
import { Address, Money, Time } from '../../kit/Figures.tsx'
import { FilterChoice, FilterText } from '../../kit/Filters.tsx'
import { ListScreen } from '../../kit/ListScreen.tsx'
import { useFilters } from '../../kit/useFilters.ts'
import { hrefTo } from '../../navigation/hrefs.ts'

type Row = RowOf<'consoleDeposits'>

const DEFAULTS = { state: '', chain: '', begins: '' }
const STATES = Object.keys(DEPOSIT_STATES) as DepositState[]
const TONES: Record<DepositState, BadgeTone> = {
  seen: 'caution',
  credited: 'good',
  orphaned: 'plain',
  lost: 'wrong',
}

/** Deposits of users and of the house, the newest first. */
export function DepositsScreen() {
  const { t } = useTranslation('chains')
  const { filters, field } = useFilters(DEFAULTS)
  const chains = useConsoleQuery('consoleChains', {}).data?.list ?? []
  const { chain, begins } = filters
  const state = STATES.find((one) => one === filters.state)
  const pages = useConsolePages('consoleDeposits', {
    ...(state && { state }),
    ...(chain !== '' && { chain: Number(chain) }),
    ...(begins !== '' && { begins }),
  })
  return (
    <ListScreen
      title={t('deposits')}
      back={{ href: hrefTo.chains(), label: t('title') }}
      csv={{ name: 'deposits', columns: DEPOSITS_CSV }}
      columns={useColumns()}
      rowKey={(row) => row.id}
      empty={{ title: t('noDeposits'), detail: t('noDepositsDetail') }}
      filters={
        <>
          <FilterChoice
            label={t('column.state')}
            {...field('state')}
            choices={[
              { value: '', label: t('anyState') },
              ...STATES.map((value) => ({ value, label: t(`state.${value}`) })),
            ]}
          />
          <FilterChoice
            label={t('column.network')}
            {...field('chain')}
            choices={[
              { value: '', label: t('anyNetwork') },
              ...chains.map((one) => ({ value: String(one.id), label: one.name })),
            ]}
          />
          <FilterText label={t('begins')} {...field('begins')} mono />
        </>
      }
      pages={pages}
    />
  )
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation('chains')
  return [
    { id: 'at', head: t('column.seen'), width: '180px', cell: (row) => <Time atMs={row.seenAt} /> },
    {
      id: 'amount',
      head: t('column.amount'),
      end: true,
      width: 'minmax(130px, 1fr)',
      cell: (row) => <Money amount={row.amount} code={row.currency} />,
    },
    {
      id: 'state',
      head: t('column.state'),
      width: '150px',
      cell: (row) => <Badge tone={TONES[row.state]}>{t(`state.${row.state}`)}</Badge>,
    },
    {
      id: 'confirmations',
      head: t('confirmations'),
      end: true,
      width: '130px',
      cell: (row) => t('ofNeeded', { done: Math.min(row.confirmations, row.needed), needed: row.needed }),
    },
    { id: 'network', head: t('column.network'), cell: (row) => row.network },
    {
      id: 'user',
      head: t('column.user'),
      width: '100px',
      cell: (row) => (row.userId === null ? t('house') : String(row.userId)),
    },
    { id: 'address', head: t('column.address'), cell: (row) => <Address text={row.address} /> },
    { id: 'txid', head: t('column.txid'), cell: (row) => <Address text={row.txid} /> },
  ]
}

/** The columns of the file. */
export const DEPOSITS_CSV: readonly CsvColumn<Row>[] = [
  { head: 'id', of: (row) => row.id },
  { head: 'seen', of: (row) => new Date(row.seenAt).toISOString() },
  { head: 'user', of: (row) => (row.userId === null ? 'house' : String(row.userId)) },
  { head: 'amount', of: (row) => row.amount },
  { head: 'credited', of: (row) => row.posted ?? '' },
  { head: 'currency', of: (row) => row.currency },
  { head: 'network', of: (row) => row.network },
  { head: 'state', of: (row) => row.state },
  { head: 'address', of: (row) => row.address },
  { head: 'transaction', of: (row) => row.txid },
]
