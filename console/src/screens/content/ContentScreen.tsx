import type { ContentItem } from '@tickmark/wire/routes/operators/content'
import { CONTENT_KINDS } from '@tickmark/wire/schemas/content'
import { NATIVE_NAMES } from '@tickmark/texts/nativeNames'
import { Link } from 'wouter'
import { useNumberedPages } from '../../api/useNumberedPages.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { Column } from '../../kit/DataTable.tsx'
import { Time } from '../../kit/Figures.tsx'
import { FilterChoice } from '../../kit/Filters.tsx'
import { ListScreen } from '../../kit/ListScreen.tsx'
import { useFilters } from '../../kit/useFilters.ts'
import { go } from '../../navigation/go.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { ContentBadge } from './ContentBadge.tsx'

const DEFAULTS = { kind: 'news' }

/** Operators' content by kind: news, notices, answers, hints, and support's canned replies. */
export function ContentScreen() {
  const { t } = useTranslation('content')
  const { filters, field } = useFilters(DEFAULTS)
  const kind = CONTENT_KINDS.find((one) => one === filters.kind) ?? 'news'
  const pages = useNumberedPages('consoleContentList', { kind })
  return (
    <ListScreen
      title={t('title')}
      label={t(`kinds.${kind}`)}
      actions={
        <Link
          href={hrefTo.newContent(kind)}
          className="inline-flex min-h-11 items-center rounded-2 bg-ink px-4 text-13 font-semibold text-ground"
        >
          {t('new')}
        </Link>
      }
      columns={useColumns()}
      rowKey={(row) => String(row.id)}
      onOpen={(row) => go(hrefTo.item(row.id))}
      empty={{ title: t('none'), detail: t('noneDetail') }}
      filters={
        <FilterChoice
          label={t('kind')}
          {...field('kind')}
          value={kind}
          choices={CONTENT_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        />
      }
      pages={pages}
    />
  )
}

function useColumns(): Column<ContentItem>[] {
  const { t } = useTranslation('content')
  return [
    { id: 'id', head: t('column.number'), width: '80px', cell: (row) => String(row.id) },
    {
      id: 'title',
      head: t('column.title'),
      width: 'minmax(260px, 3fr)',
      cell: (row) => <bdi>{row.title}</bdi>,
    },
    {
      id: 'state',
      head: t('column.state'),
      width: '150px',
      cell: (row) => <ContentBadge state={row.state} />,
    },
    {
      id: 'at',
      head: t('column.from'),
      width: '190px',
      cell: (row) => (row.publishAt === null ? '–' : <Time atMs={row.publishAt} />),
    },
    {
      id: 'languages',
      head: t('column.languages'),
      width: 'minmax(160px, 1fr)',
      cell: (row) => <bdi>{row.languages.map((one) => NATIVE_NAMES[one]).join(' · ')}</bdi>,
    },
  ]
}
