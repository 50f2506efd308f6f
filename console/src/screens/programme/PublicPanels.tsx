import { Badge } from '@tickmark/ui/text/Badge.tsx'
import type { ReplyOf } from '@tickmark/wire/call'
import type { arbitrageRoutes } from '@tickmark/wire/routes/arbitrage'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { CsvButton, type CsvColumn } from '../../kit/CsvButton.tsx'
import type { Column } from '../../kit/DataTable.tsx'
import { Money, Time } from '../../kit/Figures.tsx'
import { Panel } from '../../kit/Panel.tsx'
import { SmallTable } from '../../kit/SmallTable.tsx'

type Programme = ReplyOf<(typeof arbitrageRoutes)['getProgramme']>
type Venue = Programme['venues'][number]
type Day = Programme['days'][number]
type Trade = ReplyOf<(typeof arbitrageRoutes)['getProgrammeTrades']>['list'][number]

/** The programme's holdings at each venue. */
export function VenuesPanel({ list }: { list: readonly Venue[] }) {
  const { t } = useTranslation('programme')
  return (
    <Panel title={t('venues')} className="lg:col-span-2">
      <SmallTable
        label={t('venues')}
        columns={useVenueColumns()}
        list={list}
        rowKey={(venue) => String(venue.venue)}
        empty={t('noVenues')}
      />
    </Panel>
  )
}

/** The closed days, newest first, each with its log entry. */
export function DaysPanel({ list }: { list: readonly Day[] }) {
  const { t } = useTranslation('programme')
  return (
    <Panel title={t('days')} trailing={<CsvButton name="programme-days" list={list} columns={DAYS_CSV} />}>
      <SmallTable
        label={t('days')}
        columns={useDayColumns()}
        list={list}
        rowKey={(one) => one.day}
        empty={t('noDays')}
      />
    </Panel>
  )
}

/** The newest trades and transfers. */
export function TradesPanel({ list }: { list: readonly Trade[] }) {
  const { t } = useTranslation('programme')
  return (
    <Panel title={t('trades')} className="lg:col-span-2">
      <SmallTable
        label={t('trades')}
        columns={useTradeColumns()}
        list={list}
        rowKey={(trade) => String(trade.number)}
        empty={t('noTrades')}
      />
    </Panel>
  )
}

/** The columns of the days' file. */
export const DAYS_CSV: readonly CsvColumn<Day>[] = [
  { head: 'day', of: (one) => one.day },
  { head: 'profit', of: (one) => one.profit },
  { head: 'carried', of: (one) => one.carried },
  { head: 'pool', of: (one) => one.pool },
  { head: 'hosted', of: (one) => one.hosted },
  { head: 'paid', of: (one) => one.paid },
  { head: 'log entry', of: (one) => (one.seq === null ? '' : String(one.seq)) },
]

function useVenueColumns(): Column<Venue>[] {
  const { t } = useTranslation('programme')
  return [
    { id: 'name', head: t('column.venue'), cell: (venue) => venue.name },
    {
      id: 'state',
      head: t('column.state'),
      cell: (venue) => (
        <Badge tone={venue.state === 'live' ? 'good' : 'caution'}>{t(`venue.${venue.state}`)}</Badge>
      ),
    },
    {
      id: 'fee',
      head: t('column.venueFee'),
      end: true,
      cell: (venue) => <bdi dir="ltr">{venue.fee} %</bdi>,
    },
    {
      id: 'holds',
      head: t('column.holds'),
      cell: (venue) => (
        <span className="flex flex-wrap gap-x-4">
          {venue.holdings.map(({ coin, amount }) => (
            <Money key={coin} amount={amount} code={coin} />
          ))}
        </span>
      ),
    },
  ]
}

function useDayColumns(): Column<Day>[] {
  const { t } = useTranslation('programme')
  return [
    { id: 'day', head: t('column.day'), cell: (one) => <bdi>{one.day}</bdi> },
    {
      id: 'profit',
      head: t('column.profit'),
      end: true,
      cell: (one) => <Money amount={one.profit} code="USDT" sign />,
    },
    {
      id: 'carried',
      head: t('column.carried'),
      end: true,
      cell: (one) => <Money amount={one.carried} />,
    },
    {
      id: 'hosted',
      head: t('column.hosted'),
      end: true,
      cell: (one) => <Money amount={one.hosted} />,
    },
    {
      id: 'paid',
      head: t('column.paid'),
      end: true,
      cell: (one) => <Money amount={one.paid} />,
    },
    {
      id: 'seq',
      head: t('column.seq'),
      end: true,
      cell: (one) => (one.seq === null ? t('notLogged') : String(one.seq)),
    },
  ]
}

function useTradeColumns(): Column<Trade>[] {
  const { t } = useTranslation('programme')
  return [
    { id: 'number', head: t('column.number'), cell: (trade) => String(trade.number) },
    { id: 'at', head: t('column.at'), cell: (trade) => <Time atMs={trade.at} /> },
    { id: 'kind', head: t('column.kind'), cell: (trade) => t(`kind.${trade.kind}`) },
    {
      id: 'amount',
      head: t('column.amount'),
      end: true,
      cell: (trade) => <Money amount={trade.amount} code={trade.coin} />,
    },
    { id: 'from', head: t('column.bought'), cell: (trade) => <bdi>{trade.from}</bdi> },
    { id: 'to', head: t('column.sold'), cell: (trade) => <bdi>{trade.to}</bdi> },
    {
      id: 'profit',
      head: t('column.profit'),
      end: true,
      cell: (trade) => <Money amount={trade.profit} code="USDT" sign />,
    },
  ]
}
