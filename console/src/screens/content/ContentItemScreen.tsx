import type { ContentItem } from '@tickmark/wire/routes/operators/content'
import { isLanguage, LANGUAGES, type Language } from '@tickmark/texts/languages'
import { NATIVE_NAMES } from '@tickmark/texts/nativeNames'
import { useParams } from 'wouter'
import { Segment } from '@tickmark/ui/form/Segment.tsx'
import { useConsoleQuery, type Reply } from '../../api/api.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { Column } from '../../kit/DataTable.tsx'
import { Answered } from '../../kit/Answered.tsx'
import { Address, Time } from '../../kit/Figures.tsx'
import { Facts, Panel } from '../../kit/Panel.tsx'
import { Screen } from '../../kit/Screen.tsx'
import { SmallTable } from '../../kit/SmallTable.tsx'
import { useFilters } from '../../kit/useFilters.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { ContentBadge } from './ContentBadge.tsx'
import { Editor } from './Editor.tsx'
import { PublishPanel } from './PublishPanel.tsx'

type Read = Reply<'consoleContentRead'>

const DEFAULTS = { text: 'english' }

/** One item: its text in each language with a preview, when it is published, and every revision. */
export function ContentItemScreen() {
  const { t } = useTranslation('content')
  const id = Number(useParams()['id'])
  const asked = useConsoleQuery('consoleContentRead', { id }, { refetchInterval: 5_000 })
  const { filters, field } = useFilters(DEFAULTS)
  const language = isLanguage(filters.text) ? filters.text : 'english'
  const item = asked.data?.item
  const newest = asked.data && newestIn(asked.data, 'english')
  return (
    <Screen
      title={newest?.title ?? t('item', { number: id })}
      back={{ href: hrefTo.content(item?.kind ?? 'news'), label: t('title') }}
      beside={item && <ContentBadge state={item.state} />}
    >
      <Answered of={asked}>
        {(read) => (
          <div className="grid gap-4">
            <Segment
              label={t('language')}
              {...field('text')}
              value={language}
              choices={LANGUAGES.map((value) => ({
                value,
                label: read.item.languages.includes(value)
                  ? NATIVE_NAMES[value]
                  : t('unwritten', { name: NATIVE_NAMES[value] }),
              }))}
            />
            <Editor key={`${id} ${language}`} id={id} language={language} newest={newestIn(read, language)} />
            <div className="grid items-start gap-4 lg:grid-cols-2">
              <PublishPanel item={read.item} />
              <About item={read.item} />
              <Revisions revisions={read.revisions} />
            </div>
          </div>
        )}
      </Answered>
    </Screen>
  )
}

/** The revision that readers of a language see. */
function newestIn({ revisions }: Read, language: Language): Read['revisions'][number] | null {
  return revisions.findLast((one) => one.contentLanguage === language) ?? null
}

function About({ item }: { item: ContentItem }) {
  const { t } = useTranslation('content')
  return (
    <Panel title={t('about')}>
      <Facts
        list={[
          { name: t('kind'), value: t(`kinds.${item.kind}`) },
          item.area === null ? null : { name: t('area'), value: t(`areas.${item.area}`) },
          item.type === null ? null : { name: t('type'), value: String(item.type) },
          item.source === '' ? null : { name: t('source'), value: <bdi>{item.source}</bdi> },
          item.publishAt === null ? null : { name: t('column.from'), value: <Time atMs={item.publishAt} /> },
        ]}
      />
      {item.picture !== '' && (
        <img
          src={item.picture}
          alt={t('pictureBeside')}
          className="mt-3 h-auto w-full max-w-[320px] rounded-2"
        />
      )}
    </Panel>
  )
}

function Revisions({ revisions }: Pick<Read, 'revisions'>) {
  const { t } = useTranslation('content')
  return (
    <Panel title={t('revisions')} className="lg:col-span-2">
      <SmallTable
        label={t('revisions')}
        list={revisions.toReversed()}
        rowKey={(one) => String(one.number)}
        empty={t('none')}
        columns={useColumns()}
      />
    </Panel>
  )
}

function useColumns(): Column<Read['revisions'][number]>[] {
  const { t } = useTranslation('content')
  return [
    { id: 'number', head: t('column.number'), cell: (one) => String(one.number) },
    { id: 'language', head: t('language'), cell: (one) => NATIVE_NAMES[one.contentLanguage] },
    { id: 'title', head: t('column.title'), cell: (one) => <bdi>{one.title}</bdi> },
    { id: 'at', head: t('column.at'), cell: (one) => <Time atMs={one.at} /> },
    { id: 'by', head: t('column.by'), cell: (one) => <Address text={one.by} copy={false} /> },
  ]
}
