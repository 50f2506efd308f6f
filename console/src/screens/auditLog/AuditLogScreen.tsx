import { useMemo } from 'react'
import { shortAddress } from '@tickmark/wire/texts/shortAddress'
import { Link } from 'wouter'
import { useConsolePages, type RowOf } from '../../api/useConsolePages.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { Column } from '../../kit/DataTable.tsx'
import { Address, Time } from '../../kit/Figures.tsx'
import { FilterText, FilterWhole } from '../../kit/Filters.tsx'
import { ListScreen } from '../../kit/ListScreen.tsx'
import { useFilters } from '../../kit/useFilters.ts'
import { hrefTo } from '../../navigation/hrefs.ts'

type Line = RowOf<'consoleActions'>

const FILTERS = { operator: '', action: '', subject: '', user: '' }

/** The log of operators' actions: a hash chain, so that no change or omission stays unnoticed. */
export function AuditLogScreen() {
  const { t } = useTranslation('auditLog')
  const { filters, field } = useFilters(FILTERS)
  const input = useMemo(() => inputOf(filters), [filters])
  const pages = useConsolePages('consoleActions', input)
  const columns = useColumns()
  const head = pages.first?.head
  return (
    <ListScreen
      title={t('title')}
      beside={
        head && (
          <span className="flex flex-wrap items-center gap-x-2 text-13 text-ink-2">
            {t('head', { id: head.id })} <Address text={head.hash} />
          </span>
        )
      }
      csv={{ name: 'audit-log', columns: ACTIONS_CSV }}
      columns={columns}
      rowKey={(one) => String(one.id)}
      empty={{ title: t('empty'), detail: t('emptyDetail') }}
      filters={
        <>
          <FilterText label={t('columns.operator')} {...field('operator')} mono />
          <FilterText label={t('columns.action')} {...field('action')} />
          <FilterText label={t('columns.subject')} {...field('subject')} />
          <FilterWhole label={t('userNumber')} {...field('user')} />
        </>
      }
      pages={pages}
    />
  )
}

function inputOf({ operator, action, subject, user }: Record<keyof typeof FILTERS, string>) {
  return {
    ...(operator !== '' && { operator: operator.slice(0, 64) }),
    ...(action !== '' && { action: action.slice(0, 60) }),
    ...(subject !== '' && { subject: subject.slice(0, 200) }),
    ...(/^[1-9]\d{0,14}$/.test(user) && { userId: Number(user) }),
  }
}

function detailsOf({ details }: Line): string {
  return Object.entries(details)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join(' · ')
}

/** A text with its addresses, hashes and ids shortened. */
function shortened(text: string): string {
  return text.replace(
    /\b(?:(?:0x)?[0-9a-zA-Z]{32,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/g,
    (long) => shortAddress(long, 8, 6),
  )
}

/** The columns of the file. */
export const ACTIONS_CSV = [
  { head: 'id', of: (one: Line) => String(one.id) },
  { head: 'at', of: (one: Line) => new Date(one.at).toISOString() },
  { head: 'operator', of: (one: Line) => one.operator },
  { head: 'action', of: (one: Line) => one.action },
  { head: 'subject', of: (one: Line) => one.subject },
  { head: 'user', of: (one: Line) => String(one.userId ?? '') },
  { head: 'details', of: detailsOf },
  { head: 'hash', of: (one: Line) => one.hash },
]

function useColumns(): readonly Column<Line>[] {
  const { t } = useTranslation('auditLog')
  return useMemo(
    () => [
      { id: 'id', head: t('columns.id'), cell: (one) => one.id, width: '48px', end: true },
      { id: 'at', head: t('columns.at'), cell: (one) => <Time atMs={one.at} />, width: 'minmax(150px, 1fr)' },
      {
        id: 'operator',
        head: t('columns.operator'),
        cell: (one) => <bdi>{one.operatorName ?? one.operator}</bdi>,
      },
      { id: 'action', head: t('columns.action'), cell: (one) => <bdi>{one.action}</bdi> },
      {
        id: 'subject',
        head: t('columns.subject'),
        cell: (one) => <bdi title={one.subject}>{shortened(one.subject)}</bdi>,
        width: 'minmax(150px, 1.5fr)',
      },
      {
        id: 'user',
        head: t('columns.user'),
        cell: (one) =>
          one.userId === null ? (
            '–'
          ) : (
            <Link href={hrefTo.user(one.userId)} className="text-brand underline underline-offset-2">
              {one.userId}
            </Link>
          ),
        width: '56px',
      },
      {
        id: 'details',
        head: t('columns.details'),
        cell: (one) => <bdi title={detailsOf(one)}>{shortened(detailsOf(one))}</bdi>,
        width: 'minmax(200px, 3fr)',
      },
      { id: 'hash', head: t('columns.hash'), cell: (one) => <Address text={one.hash} />, width: '150px' },
    ],
    [t],
  )
}
