import { useState } from 'react'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { cx } from '@tickmark/ui/base/cx.ts'
import { useConsoleQuery, type Reply } from '../../api/api.ts'
import { usePublicQuery } from '../../api/publicApi.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { Column } from '../../kit/DataTable.tsx'
import { Answered } from '../../kit/Answered.tsx'
import { CsvButton, type CsvColumn } from '../../kit/CsvButton.tsx'
import { Money } from '../../kit/Figures.tsx'
import { Panel } from '../../kit/Panel.tsx'
import { Screen } from '../../kit/Screen.tsx'
import { SmallTable } from '../../kit/SmallTable.tsx'
import { useMay } from '../../session/operator.ts'
import { ExposurePanel } from './ExposurePanel.tsx'
import { FundDialog } from './FundDialog.tsx'

type Treasury = Reply<'consoleTreasury'>

/** The house’s money: its debts, their cover, and its own accounts; two operators may move money between these. */
export function TreasuryScreen() {
  const { t } = useTranslation('treasury')
  const may = useMay('moveTreasury')
  const [asking, setAsking] = useState(false)
  const asked = useConsoleQuery('consoleTreasury', {}, { refetchInterval: 5_000 })
  return (
    <Screen
      title={t('title')}
      actions={
        may && (
          <Button size="medium" onClick={() => setAsking(true)} disabled={asked.data === undefined}>
            {t('move')}
          </Button>
        )
      }
    >
      <p className="text-13 text-ink-2">{t('detail')}</p>
      <Answered of={asked}>
        {(data) => (
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <CoverPanel data={data} />
            <ExposurePanel data={data} />
            <OwedPanel data={data} />
            <HeldPanel data={data} />
            <AccountsPanel data={data} />
            <FundDialog open={asking} onClose={() => setAsking(false)} data={data} />
          </div>
        )}
      </Answered>
    </Screen>
  )
}

function CoverPanel({ data }: { data: Treasury }) {
  const { t } = useTranslation('treasury')
  return (
    <Panel title={t('cover')}>
      <p className="pb-2 text-13 text-ink-2">{t('coverDetail')}</p>
      <SmallTable
        label={t('cover')}
        list={data.cover}
        rowKey={(one) => one.currency}
        empty={t('none')}
        columns={useCoverColumns()}
      />
    </Panel>
  )
}

function OwedPanel({ data }: { data: Treasury }) {
  const { t } = useTranslation('treasury')
  return (
    <Panel title={t('owed')}>
      <SmallTable
        label={t('owed')}
        list={data.owed}
        rowKey={(one) => one.currency}
        empty={t('none')}
        columns={useOwedColumns()}
      />
    </Panel>
  )
}

function HeldPanel({ data }: { data: Treasury }) {
  const { t } = useTranslation('treasury')
  return (
    <Panel title={t('held')}>
      <SmallTable
        label={t('held')}
        list={data.held}
        rowKey={(one) => `${one.network} ${one.currency}`}
        empty={t('none')}
        columns={useHeldColumns()}
      />
    </Panel>
  )
}

function AccountsPanel({ data }: { data: Treasury }) {
  const { t } = useTranslation('treasury')
  return (
    <Panel
      title={t('accounts')}
      className="lg:col-span-2"
      trailing={<CsvButton name="house-accounts" list={data.accounts} columns={ACCOUNTS_CSV} />}
    >
      <SmallTable
        label={t('accounts')}
        list={data.accounts}
        rowKey={(one) => `${one.book} ${one.kind} ${one.currency}`}
        empty={t('none')}
        columns={useAccountColumns()}
      />
    </Panel>
  )
}

/** The columns of the accounts' file. */
export const ACCOUNTS_CSV: readonly CsvColumn<Treasury['accounts'][number]>[] = [
  { head: 'book', of: (one) => one.book },
  { head: 'account', of: (one) => one.kind },
  { head: 'currency', of: (one) => one.currency },
  { head: 'amount', of: (one) => one.amount },
]

function useCoverColumns(): Column<Treasury['cover'][number]>[] {
  const { t } = useTranslation('treasury')
  return [
    { id: 'currency', head: t('column.currency'), cell: (one) => one.currency },
    { id: 'books', head: t('column.books'), end: true, cell: (one) => <Money amount={one.books} /> },
    { id: 'chain', head: t('column.chain'), end: true, cell: (one) => <Money amount={one.chain} /> },
    { id: 'venues', head: t('column.venues'), end: true, cell: (one) => <Money amount={one.venues} /> },
    {
      id: 'over',
      head: t('column.over'),
      end: true,
      cell: (one) => (
        <span className={cx('font-medium', one.over.startsWith('-') && 'text-wrong')}>
          <Money amount={one.over} sign />
        </span>
      ),
    },
  ]
}

function useOwedColumns(): Column<Treasury['owed'][number]>[] {
  const { t } = useTranslation('treasury')
  return [
    { id: 'currency', head: t('column.currency'), cell: (one) => one.currency },
    {
      id: 'available',
      head: t('column.available'),
      end: true,
      cell: (one) => <Money amount={one.available} />,
    },
    { id: 'hold', head: t('column.hold'), end: true, cell: (one) => <Money amount={one.hold} /> },
    { id: 'hosted', head: t('column.hosted'), end: true, cell: (one) => <Money amount={one.hosted} /> },
    { id: 'escrow', head: t('column.escrow'), end: true, cell: (one) => <Money amount={one.escrow} /> },
    { id: 'total', head: t('column.total'), end: true, cell: (one) => <Money amount={one.total} /> },
  ]
}

function useHeldColumns(): Column<Treasury['held'][number]>[] {
  const { t } = useTranslation('treasury')
  return [
    { id: 'network', head: t('column.network'), cell: (one) => one.network },
    { id: 'currency', head: t('column.currency'), cell: (one) => one.currency },
    { id: 'hot', head: t('column.hot'), end: true, cell: (one) => <Money amount={one.hot} /> },
    {
      id: 'deposits',
      head: t('column.deposits'),
      end: true,
      cell: (one) => <Money amount={one.deposits} />,
    },
  ]
}

function useAccountColumns(): Column<Treasury['accounts'][number]>[] {
  const { t, tKnown } = useTranslation('treasury')
  const venues = usePublicQuery('getProgramme', {}).data?.venues ?? []
  /** An account at a venue is called "venue3". */
  const nameOf = (kind: string) => {
    const venue = venues.find((one) => kind === `venue${one.venue}`)
    return venue ? t('account.venue', { name: venue.name }) : (tKnown(`account.${kind}`) ?? kind)
  }
  return [
    { id: 'kind', head: t('column.account'), cell: (one) => nameOf(one.kind) },
    { id: 'book', head: t('column.book'), cell: (one) => t(`book.${one.book}`) },
    {
      id: 'amount',
      head: t('column.amount'),
      end: true,
      cell: (one) => <Money amount={one.amount} code={one.currency} />,
    },
  ]
}
