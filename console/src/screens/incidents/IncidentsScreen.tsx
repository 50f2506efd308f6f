import { useMemo } from 'react'
import type { Incident } from '@tickmark/wire/routes/operators/overview'
import { Badge } from '@tickmark/ui/text/Badge.tsx'
import { useConsoleQuery } from '../../api/api.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Answered } from '../../kit/Answered.tsx'
import { CsvButton } from '../../kit/CsvButton.tsx'
import { DataTable, type Column } from '../../kit/DataTable.tsx'
import { Time } from '../../kit/Figures.tsx'
import { Screen } from '../../kit/Screen.tsx'

/** Incidents that broke a promise of the house: start, end, and the users affected. */
export function IncidentsScreen() {
  const { t } = useTranslation('incidents')
  const asked = useConsoleQuery('consoleIncidents', {}, { refetchInterval: 5_000 })
  const columns = useColumns()
  return (
    <Screen
      title={t('title')}
      actions={<CsvButton name="incidents" list={asked.data?.list ?? []} columns={INCIDENTS_CSV} />}
    >
      <Answered of={asked}>
        {({ list }) => (
          <DataTable
            label={t('title')}
            columns={columns}
            list={list}
            rowKey={(one) => `${one.kind}-${one.since}-${one.where}`}
            state="end"
            empty={{ title: t('empty'), detail: t('emptyDetail') }}
          />
        )}
      </Answered>
    </Screen>
  )
}

/** The columns of the file. */
export const INCIDENTS_CSV = [
  { head: 'kind', of: (one: Incident) => one.kind },
  { head: 'since', of: (one: Incident) => new Date(one.since).toISOString() },
  { head: 'until', of: (one: Incident) => (one.until === null ? '' : new Date(one.until).toISOString()) },
  { head: 'where', of: (one: Incident) => one.where },
  { head: 'detail', of: (one: Incident) => one.detail },
  { head: 'users', of: (one: Incident) => String(one.affected?.users ?? '') },
  { head: 'orders', of: (one: Incident) => String(one.affected?.orders ?? '') },
]

function useColumns(): readonly Column<Incident>[] {
  const { t, tKnown } = useTranslation('incidents')
  return useMemo(
    () => [
      {
        id: 'kind',
        head: t('columns.kind'),
        cell: (one) => t(`kind.${one.kind}`),
        width: 'minmax(170px, 1.5fr)',
      },
      {
        id: 'since',
        head: t('columns.since'),
        cell: (one) => <Time atMs={one.since} />,
        width: 'minmax(150px, 1fr)',
      },
      {
        id: 'until',
        head: t('columns.until'),
        cell: (one) =>
          one.until === null ? <Badge tone="wrong">{t('lasts')}</Badge> : <Time atMs={one.until} />,
        width: 'minmax(150px, 1fr)',
      },
      { id: 'where', head: t('columns.where'), cell: (one) => <bdi>{one.where}</bdi> },
      {
        id: 'detail',
        head: t('columns.detail'),
        cell: (one) => (
          // A halt's cause has a text in its own list; any other detail is shown as stored.
          <bdi className="break-words">{tKnown(`chains:halted.${one.detail}`) ?? one.detail}</bdi>
        ),
        width: 'minmax(180px, 3fr)',
      },
      {
        id: 'affected',
        head: t('columns.affected'),
        cell: (one) =>
          one.affected === null
            ? '–'
            : t('affected', { users: one.affected.users, orders: one.affected.orders }),
        width: 'minmax(130px, 1fr)',
      },
    ],
    [t, tKnown],
  )
}
