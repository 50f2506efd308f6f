import { Badge, type BadgeTone } from '@tickmark/ui/text/Badge.tsx'
import type { Reply } from '../../api/api.ts'
import { useNumberedPages } from '../../api/useNumberedPages.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { CsvButton, type CsvColumn } from '../../kit/CsvButton.tsx'
import { DataTable, type Column } from '../../kit/DataTable.tsx'
import { Address, Age, Money, Time } from '../../kit/Figures.tsx'
import { FilterChoice, Filters } from '../../kit/Filters.tsx'
import { Screen } from '../../kit/Screen.tsx'
import { go } from '../../navigation/go.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { useFilters } from '../../kit/useFilters.ts'

type Lent = Reply<'consoleLentLoans'>['list'][number]

const DEFAULTS = { view: 'review' }
const TONES: Record<Lent['standing'], BadgeTone> = {
  paid: 'good',
  ahead: 'plain',
  due: 'caution',
  overdue: 'caution',
  late: 'wrong',
}

/** Loans: applications under review, or loans paid out and not yet repaid. */
export function LoansScreen() {
  const { t } = useTranslation('loans')
  const { filters, field } = useFilters(DEFAULTS)
  return (
    <Screen title={t('title')}>
      <Filters>
        <FilterChoice
          label={t('view')}
          {...field('view')}
          choices={[
            { value: 'review', label: t('review') },
            { value: 'lent', label: t('lent') },
          ]}
        />
      </Filters>
      {filters.view === 'lent' ? <LentLoans /> : <Applications />}
    </Screen>
  )
}

function Applications() {
  const { t } = useTranslation('loans')
  const pages = useNumberedPages('consoleLoans', {})
  return (
    <DataTable
      label={t('review')}
      list={pages.list}
      rowKey={(row) => row.id}
      onOpen={(row) => go(hrefTo.loan(row.id))}
      state={pages.state}
      problem={pages.problem}
      onMore={pages.onMore}
      empty={{ title: t('noneWaiting'), detail: t('noneWaitingDetail') }}
      columns={useApplicationColumns()}
    />
  )
}

function LentLoans() {
  const { t } = useTranslation('loans')
  const pages = useNumberedPages('consoleLentLoans', {})
  return (
    <>
      <div className="flex justify-end">
        <CsvButton name="loans" list={pages.list} columns={LENT_CSV} />
      </div>
      <DataTable
        label={t('lent')}
        list={pages.list}
        rowKey={(row) => row.id}
        state={pages.state}
        problem={pages.problem}
        onMore={pages.onMore}
        empty={{ title: t('noneLent'), detail: t('noneLentDetail') }}
        columns={useLentColumns()}
      />
    </>
  )
}

/** The columns of the file of lent loans. */
export const LENT_CSV: readonly CsvColumn<Lent>[] = [
  { head: 'id', of: (row) => row.id },
  { head: 'user', of: (row) => String(row.userId) },
  { head: 'amount', of: (row) => row.amount },
  { head: 'owed', of: (row) => row.owed },
  { head: 'next', of: (row) => row.next },
  { head: 'due', of: (row) => row.due },
  { head: 'standing', of: (row) => row.standing },
]

function useApplicationColumns(): Column<Reply<'consoleLoans'>['list'][number]>[] {
  const { t } = useTranslation('loans')
  return [
    {
      id: 'age',
      head: t('column.waits'),
      width: '110px',
      cell: (row) => <Age sinceMs={row.submittedAt} />,
    },
    { id: 'id', head: t('column.application'), cell: (row) => <Address text={row.id} /> },
    {
      id: 'amount',
      head: t('column.amount'),
      end: true,
      cell: (row) => <Money amount={row.amount} code="USDT" />,
    },
    { id: 'parts', head: t('column.instalments'), end: true, cell: (row) => String(row.instalments) },
    {
      id: 'before',
      head: t('column.decideBefore'),
      width: '190px',
      cell: (row) => <Time atMs={row.decideBefore} />,
    },
  ]
}

function useLentColumns(): Column<Lent>[] {
  const { t } = useTranslation('loans')
  return [
    { id: 'due', head: t('column.due'), width: '120px', cell: (row) => <bdi>{row.due}</bdi> },
    {
      id: 'standing',
      head: t('column.standing'),
      width: '160px',
      cell: (row) => <Badge tone={TONES[row.standing]}>{t(`standing.${row.standing}`)}</Badge>,
    },
    { id: 'id', head: t('column.loan'), cell: (row) => <Address text={row.id} /> },
    { id: 'user', head: t('column.user'), width: '90px', cell: (row) => String(row.userId) },
    {
      id: 'amount',
      head: t('column.amount'),
      end: true,
      cell: (row) => <Money amount={row.amount} code="USDT" />,
    },
    {
      id: 'paid',
      head: t('column.paid'),
      end: true,
      width: '100px',
      cell: (row) => t('paidOf', { paid: row.paid, all: row.instalments }),
    },
    {
      id: 'next',
      head: t('column.next'),
      end: true,
      cell: (row) => <Money amount={row.next} code="USDT" />,
    },
    {
      id: 'owed',
      head: t('column.owed'),
      end: true,
      cell: (row) => <Money amount={row.owed} code="USDT" />,
    },
    {
      id: 'fee',
      head: t('column.lateFee'),
      width: '110px',
      cell: (row) => (row.hasLateFee ? t('charged') : '–'),
    },
  ]
}
