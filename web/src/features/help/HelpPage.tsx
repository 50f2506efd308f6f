import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useSearch } from 'wouter'
import { hrefTo } from '../../navigation/hrefs.ts'
import { back, go } from '../../navigation/navigate.ts'
import { openChat } from '../../session/openSheets.ts'
import { FailedCall } from '../../components/FailedCall.tsx'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import type { IconName } from '@tickmark/ui/base/icons.ts'
import { ListRow } from '@tickmark/ui/list/ListRow.tsx'
import { PageBar } from '@tickmark/ui/page/PageBar.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { Tabs } from '@tickmark/ui/list/Tabs.tsx'
import { Answer } from './Answer.tsx'
import { AnswerAreas } from './AnswerAreas.tsx'
import { Glossary } from './Glossary.tsx'
import { Hits } from './Hits.tsx'
import { SearchField } from './SearchField.tsx'
import { useAnswers } from './useAnswers.ts'

const TABS = ['questions', 'glossary'] as const

/** Questions and answers with search, a glossary, and links to more help. */
export function HelpPage() {
  const { t } = useTranslation('help')
  const address = new URLSearchParams(useSearch())
  const tab = address.get('tab') === 'glossary' ? 'glossary' : 'questions'
  // The query is component state: writing it to the address during an IME composition would interrupt the composition.
  const [query, setQuery] = useState(address.get('q') ?? '')

  function ask(next: string) {
    setQuery(next)
    go(next.trim() === '' ? hrefTo.help() : hrefTo.helpOn(next), { replace: true })
  }

  return (
    <>
      <PageBar title={t('title')} onBack={() => back()} />
      <div className="px-5 pb-12 md:px-7">
        <SearchField value={query} onChange={ask} />
        {query.trim() === '' ? (
          <>
            <Ways />
            <Tabs
              label={t('parts')}
              value={tab}
              onChange={(value) =>
                go(hrefTo.help(value === 'glossary' ? value : undefined), { replace: true })
              }
              tabs={TABS.map((value) => ({ value, label: t(value) }))}
            >
              <Content tab={tab} />
            </Tabs>
          </>
        ) : (
          <Content query={query} />
        )}
      </div>
    </>
  )
}

/** The answers to show: a tab of them, or the search results. */
function Content({ tab, query }: { tab?: (typeof TABS)[number]; query?: string }) {
  const { t } = useTranslation('help')
  const { areas, terms, list, state } = useAnswers()
  if (!list && state.isError) return <FailedCall title={t('failed')} call={state} />
  if (!list) return <Skeleton shape="ledger" count={8} />
  if (query !== undefined) return <Hits list={list} query={query} />
  if (tab === 'glossary') return <Glossary terms={terms.map((item) => ({ item, marks: [] }))} />
  return (
    <AnswerAreas areas={areas}>
      {(answers) => answers.map((one) => <Answer key={one.id} answer={one} />)}
    </AnswerAreas>
  )
}

/** Links to the guide, the single questions, and support. */
function Ways() {
  const { t } = useTranslation('help')
  const lead = (name: IconName) => <Icon name={name} className="text-ink-2" />
  return (
    <nav aria-label={t('ways')} className="pt-3 pb-6">
      <ListRow
        leading={lead('flag')}
        title={t('pages:title.guide')}
        sub={t('toGuideNote')}
        href={hrefTo.guide()}
        onGo={go}
        chevron
      />
      <ListRow
        leading={lead('receipt')}
        title={t('pages:title.houseRecord')}
        sub={t('toRecordNote')}
        href={hrefTo.houseRecord()}
        onGo={go}
        chevron
      />
      <ListRow
        leading={lead('list')}
        title={t('toAnswers')}
        sub={t('toAnswersNote')}
        href={hrefTo.answers()}
        onGo={go}
        chevron
      />
      <ListRow
        leading={lead('chat')}
        title={t('askSupport')}
        sub={t('toSupportNote')}
        onPress={() => openChat()}
        chevron
      />
    </nav>
  )
}
