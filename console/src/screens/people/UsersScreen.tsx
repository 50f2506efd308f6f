import { DAY_MS } from '@tickmark/core/days'
import { useMemo } from 'react'
import { MOST_USERS, USER_MARKS } from '@tickmark/wire/routes/operators/people'
import { useConsolePages, type RowOf } from '../../api/useConsolePages.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { Column } from '../../kit/DataTable.tsx'
import { Address, Time } from '../../kit/Figures.tsx'
import { FilterChoice, FilterText } from '../../kit/Filters.tsx'
import { ListScreen, Total } from '../../kit/ListScreen.tsx'
import { useFilters } from '../../kit/useFilters.ts'
import { go } from '../../navigation/go.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { Marks } from './Marks.tsx'

type User = RowOf<'consoleUsers'>

const FILTERS = { search: '', kind: 'every', mark: 'every', days: 'every', sort: 'newest' }
const SORTS = ['newest', 'oldest', 'address'] as const
const DAYS = ['1', '7', '30'] as const
const CHOICES = [
  ['kind', ['every', 'real', 'practice']],
  ['mark', ['every', ...USER_MARKS]],
  ['days', ['every', ...DAYS]],
  ['sort', SORTS],
] as const

/** Every user, found by address or invite code. */
export function UsersScreen() {
  const { t, tKnown } = useTranslation('people')
  const nameOf = {
    kind: (value: string) => tKnown(`kind.${value}`) ?? value,
    mark: (value: string) => tKnown(`mark.${value}`) ?? value,
    days: (value: string) => tKnown(`days.${value}`) ?? value,
    sort: (value: string) => tKnown(`sort.${value}`) ?? value,
  }
  const { filters, field } = useFilters(FILTERS)
  const input = useMemo(() => inputOf(filters), [filters])
  const pages = useConsolePages('consoleUsers', input, { later: MOST_USERS })
  const columns = useColumns()
  return (
    <ListScreen
      title={t('title')}
      beside={<Total of={pages.first?.total} text={(given) => t('total', given)} />}
      csv={{ name: 'users', columns: USERS_CSV }}
      columns={columns}
      rowKey={(one) => String(one.id)}
      onOpen={(one) => go(hrefTo.user(one.id))}
      empty={{ title: t('empty'), detail: t('emptyDetail') }}
      filters={
        <>
          <FilterText label={t('search')} {...field('search')} mono />
          {CHOICES.map(([name, values]) => (
            <FilterChoice
              key={name}
              label={t(`filter.${name}`)}
              {...field(name)}
              choices={values.map((value) => ({ value, label: nameOf[name](value) }))}
            />
          ))}
        </>
      }
      pages={pages}
    />
  )
}

/** The columns of the file. */
export const USERS_CSV = [
  { head: 'id', of: (one: User) => String(one.id) },
  { head: 'address', of: (one: User) => one.address },
  { head: 'joined', of: (one: User) => new Date(one.joinedAt).toISOString() },
  { head: 'practice', of: (one: User) => String(one.practice) },
  { head: 'invite code', of: (one: User) => one.inviteCode },
  { head: 'marks', of: (one: User) => one.marks.join(' ') },
]

function inputOf(filters: Record<keyof typeof FILTERS, string>) {
  const mark = USER_MARKS.find((one) => one === filters.mark)
  const days = DAYS.find((one) => one === filters.days)
  return {
    sort: SORTS.find((one) => one === filters.sort) ?? ('newest' as const),
    ...(filters.search !== '' && { search: filters.search }),
    ...(filters.kind !== 'every' && { practice: filters.kind === 'practice' ? 1 : 0 }),
    ...(mark && { mark }),
    // The start of a day keeps the query the same while the list is read.
    ...(days && { joinedFrom: (Math.floor(Date.now() / DAY_MS) - Number(days) + 1) * DAY_MS }),
  }
}

function useColumns(): readonly Column<User>[] {
  const { t } = useTranslation('people')
  return useMemo(
    () => [
      { id: 'id', head: t('columns.id'), cell: (one) => one.id, width: '80px', end: true },
      {
        id: 'address',
        head: t('columns.address'),
        cell: (one) => <Address text={one.address} />,
        width: 'minmax(190px, 1.5fr)',
      },
      {
        id: 'marks',
        head: t('columns.marks'),
        cell: (one) => <Marks marks={one.marks} practice={one.practice} />,
        width: 'minmax(160px, 1.5fr)',
      },
      { id: 'invite', head: t('columns.invite'), cell: (one) => <bdi>{one.inviteCode}</bdi> },
      {
        id: 'joined',
        head: t('columns.joined'),
        cell: (one) => <Time atMs={one.joinedAt} />,
        width: 'minmax(170px, 1fr)',
        end: true,
      },
    ],
    [t],
  )
}
