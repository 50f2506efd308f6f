import { DAY_MS } from '@tickmark/core/days'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'wouter'
import { CURRENCIES } from '@tickmark/core/money/currencies'
import { useConsoleQuery, type Reply } from '../../api/api.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Answered } from '../../kit/Answered.tsx'
import { CsvButton } from '../../kit/CsvButton.tsx'
import { DataTable, type Column } from '../../kit/DataTable.tsx'
import { Money, Time } from '../../kit/Figures.tsx'
import { FilterChoice, Filters } from '../../kit/Filters.tsx'
import { go } from '../../navigation/go.ts'
import { hrefTo } from '../../navigation/hrefs.ts'

type Line = Reply<'consoleUserStatement'>['lines'][number]

const DAYS = ['1', '7', '30', '365'] as const

/** The movements of one balance, as the user sees them, oldest first. */
export function UserStatement({ userId }: { userId: number }) {
  const { t } = useTranslation('people')
  const [params, setParams] = useSearchParams()
  const code = params.get('currency') ?? 'USDT'
  const book = params.get('book') === 'simulated' ? 'simulated' : 'real'
  const days = DAYS.find((one) => one === params.get('days')) ?? '30'
  const currency = CURRENCIES.find((one) => one.code === code)
  const [to] = useState(endOfDay)
  const asked = useConsoleQuery('consoleUserStatement', {
    userId,
    of: book,
    currencyId: currency?.id ?? 1,
    from: to - Number(days) * DAY_MS,
    to,
    pageSize: 500,
  })
  function set(name: string, value: string) {
    setParams(
      (before) => {
        before.set(name, value)
        return before
      },
      { replace: true },
    )
  }
  return (
    <div className="flex min-h-[420px] flex-col gap-3 pt-3">
      <Filters>
        <FilterChoice
          label={t('columns.currency')}
          value={code}
          onChange={(value) => set('currency', value)}
          choices={CURRENCIES.map((one) => ({ value: one.code, label: one.code }))}
        />
        <FilterChoice
          label={t('columns.book')}
          value={book}
          onChange={(value) => set('book', value)}
          choices={(['real', 'simulated'] as const).map((value) => ({ value, label: t(`book.${value}`) }))}
        />
        <FilterChoice
          label={t('span')}
          value={days}
          onChange={(value) => set('days', value)}
          choices={DAYS.map((value) => ({ value, label: t('lastDays', { count: Number(value) }) }))}
        />
      </Filters>
      <Answered of={asked}>{(statement) => <Lines statement={statement} code={code} />}</Answered>
    </div>
  )
}

/** End of today in UTC (ms): a fixed end keeps the query the same while the list is read. */
function endOfDay(): number {
  return (Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS
}

function Lines({ statement, code }: { statement: Reply<'consoleUserStatement'>; code: string }) {
  const { t } = useTranslation('people')
  const columns = useColumns(code)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 text-13">
        <span>
          {t('opening')} <Money amount={statement.opening} code={code} />
        </span>
        <span>
          {t('closing')} <Money amount={statement.closing} code={code} />
        </span>
        <span className="ms-auto">
          <CsvButton name="statement" list={statement.lines} columns={STATEMENT_CSV} />
        </span>
      </div>
      <DataTable
        label={t('tabs.statement')}
        columns={columns}
        list={statement.lines}
        rowKey={(one) => `${one.at}-${one.ref}-${one.amount}-${one.balance}`}
        onOpen={(one) => one.orderId !== null && go(hrefTo.order(one.orderId))}
        state="end"
        empty={{ title: t('noLines') }}
      />
      {statement.next !== null && <p className="text-12 text-ink-2">{t('tooManyLines')}</p>}
    </>
  )
}

/** The columns of the file. */
export const STATEMENT_CSV = [
  { head: 'at', of: (one: Line) => new Date(one.at).toISOString() },
  { head: 'cause', of: (one: Line) => one.cause },
  { head: 'amount', of: (one: Line) => one.amount },
  { head: 'balance', of: (one: Line) => one.balance },
  { head: 'reference', of: (one: Line) => one.ref },
]

function useColumns(code: string): readonly Column<Line>[] {
  const { t } = useTranslation('people')
  return useMemo(
    () => [
      { id: 'at', head: t('columns.at'), cell: (one) => <Time atMs={one.at} />, width: 'minmax(170px, 1fr)' },
      {
        id: 'cause',
        head: t('columns.cause'),
        cell: (one) => `${t(`cause.${one.cause}`)}${one.order ? ` · ${one.order.pair}` : ''}`,
        width: 'minmax(180px, 2fr)',
      },
      {
        id: 'amount',
        head: t('columns.amount'),
        cell: (one) => <Money amount={one.amount} code={code} sign />,
        end: true,
      },
      {
        id: 'balance',
        head: t('columns.balance'),
        cell: (one) => <Money amount={one.balance} code={code} />,
        end: true,
      },
    ],
    [t, code],
  )
}
