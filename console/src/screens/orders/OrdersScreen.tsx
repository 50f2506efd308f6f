import { useMemo } from 'react'
import { PRODUCTS } from '@tickmark/core/market/products'
import { useConsolePages } from '../../api/useConsolePages.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { Column } from '../../kit/DataTable.tsx'
import { Address, Money, Time } from '../../kit/Figures.tsx'
import { FilterChoice, FilterWhole } from '../../kit/Filters.tsx'
import { ListScreen, Total } from '../../kit/ListScreen.tsx'
import { useFilters } from '../../kit/useFilters.ts'
import { go } from '../../navigation/go.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import type { OrderLine } from '@tickmark/wire/routes/operators/orders'
import { OutcomeBadge, Way } from './OrderWords.tsx'

const FILTERS = { state: 'open', coin: 'every', book: 'every', user: '', outcome: 'every' }
const OUTCOMES = ['won', 'lost', 'tied', 'void', 'closed'] as const
const BOOKS = ['real', 'simulated'] as const

/** Every order; no call changes one. */
export function OrdersScreen() {
  const { t } = useTranslation('orders')
  const { filters, field } = useFilters(FILTERS)
  const input = useMemo(() => inputOf(filters), [filters])
  const pages = useConsolePages('consoleOrders', input, { pollMs: 2_000 })
  const columns = useColumns()
  return (
    <ListScreen
      title={t('title')}
      beside={<Total of={pages.first?.total} text={(given) => t('total', given)} />}
      csv={{ name: 'orders', columns: ORDERS_CSV }}
      columns={columns}
      rowKey={(one) => one.orderId}
      onOpen={(one) => go(hrefTo.order(one.orderId))}
      empty={{ title: t('empty'), detail: t('emptyDetail') }}
      filters={
        <>
          <FilterChoice
            label={t('columns.state')}
            {...field('state')}
            choices={named(['open', 'finished', 'every'], (one) => t(`state.${one}`))}
          />
          <FilterChoice
            label={t('columns.outcome')}
            {...field('outcome')}
            choices={named(['every', ...OUTCOMES], (one) => t(`outcome.${one}`))}
          />
          <FilterChoice
            label={t('columns.coin')}
            {...field('coin')}
            choices={[
              { value: 'every', label: t('everyCoin') },
              ...PRODUCTS.map(({ pid, symbol }) => ({ value: String(pid), label: symbol })),
            ]}
          />
          <FilterChoice
            label={t('columns.book')}
            {...field('book')}
            choices={named(['every', ...BOOKS], (one) => t(`book.${one}`))}
          />
          <FilterWhole label={t('userNumber')} {...field('user')} />
        </>
      }
      pages={pages}
    />
  )
}

function inputOf(filters: Record<keyof typeof FILTERS, string>) {
  const outcome = OUTCOMES.find((one) => one === filters.outcome)
  const of = BOOKS.find((one) => one === filters.book)
  return {
    ...(filters.state === 'open' && { state: 'open' as const }),
    ...(filters.state === 'finished' && { state: 'finished' as const }),
    ...(outcome && { outcome }),
    ...(of && { of }),
    ...(/^\d{1,4}$/.test(filters.coin) && { pid: Number(filters.coin) }),
    ...(/^[1-9]\d{0,14}$/.test(filters.user) && { userId: Number(filters.user) }),
  }
}

/** The columns of the file. */
export const ORDERS_CSV = [
  { head: 'order', of: (one: OrderLine) => one.orderId },
  { head: 'user', of: (one: OrderLine) => String(one.userId) },
  { head: 'address', of: (one: OrderLine) => one.address },
  { head: 'book', of: (one: OrderLine) => one.book },
  { head: 'pair', of: (one: OrderLine) => one.pair },
  { head: 'direction', of: (one: OrderLine) => (one.direction === 0 ? 'up' : 'down') },
  { head: 'stake', of: (one: OrderLine) => one.stake },
  { head: 'currency', of: (one: OrderLine) => one.currency },
  { head: 'accepted', of: (one: OrderLine) => new Date(one.acceptedAt).toISOString() },
  { head: 'due', of: (one: OrderLine) => new Date(one.dueAt).toISOString() },
  { head: 'outcome', of: (one: OrderLine) => one.outcome ?? '' },
  { head: 'profit', of: (one: OrderLine) => one.profit },
]

function useColumns(): readonly Column<OrderLine>[] {
  const { t } = useTranslation('orders')
  return useMemo(
    () => [
      { id: 'number', head: t('columns.number'), cell: (one) => <bdi>{one.orderNumber}</bdi> },
      {
        id: 'coin',
        head: t('columns.coin'),
        cell: (one) => <Way order={one} />,
        width: 'minmax(150px, 1fr)',
      },
      {
        id: 'stake',
        head: t('columns.stake'),
        cell: (one) => <Money amount={one.stake} code={one.currency} />,
        end: true,
      },
      {
        id: 'profit',
        head: t('columns.profit'),
        cell: (one) => <Money amount={one.profit} code={one.currency} sign />,
        end: true,
      },
      { id: 'state', head: t('columns.state'), cell: (one) => <OutcomeBadge outcome={one.outcome} /> },
      {
        id: 'due',
        head: t('columns.due'),
        cell: (one) => <Time atMs={one.dueAt} />,
        width: 'minmax(170px, 1fr)',
      },
      { id: 'book', head: t('columns.book'), cell: (one) => t(`book.${one.book}`) },
      {
        id: 'user',
        head: t('columns.user'),
        cell: (one) => <Address text={one.address} copy={false} />,
        width: 'minmax(150px, 1fr)',
      },
    ],
    [t],
  )
}

function named<const T extends string>(values: readonly T[], name: (value: T) => string) {
  return values.map((value) => ({ value, label: name(value) }))
}
