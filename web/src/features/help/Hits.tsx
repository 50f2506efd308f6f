import type { AnswerItem } from '@tickmark/wire/routes/content'
import { useMemo } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { openChat } from '../../session/openSheets.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import { Answer } from './Answer.tsx'
import { Glossary } from './Glossary.tsx'
import { search } from './search.ts'

/** Search results: questions first, then terms; advice when there are none. */
export function Hits({ list, query }: { list: readonly AnswerItem[]; query: string }) {
  const { t } = useTranslation('help')
  const found = useMemo(() => search(list, query), [list, query])
  const questions = found.filter(({ item }) => item.area !== 'glossary')
  const terms = found.filter(({ item }) => item.area === 'glossary')
  return (
    <>
      <p role="status" className="pt-4 text-12 text-ink-2">
        {t('found', { total: found.length })}
      </p>
      {found.length === 0 && (
        <Empty
          title={t('nothing', { query: query.trim() })}
          detail={t('nothingDetail')}
          icon="search"
          action={
            <Button tone="quiet" size="medium" onClick={() => openChat()}>
              {t('askSupport')}
            </Button>
          }
        />
      )}
      {questions.length > 0 && (
        <section aria-labelledby="found-questions" className="pt-4">
          <h2 id="found-questions" className="pb-1 text-19 font-semibold">
            {t('questions')}
          </h2>
          {questions.map(({ item, marks }) => (
            <Answer key={item.id} answer={item} marks={marks} />
          ))}
        </section>
      )}
      {terms.length > 0 && (
        <section aria-labelledby="found-terms" className="pt-6">
          <h2 id="found-terms" className="pb-1 text-19 font-semibold">
            {t('glossary')}
          </h2>
          <Glossary terms={terms} />
        </section>
      )}
    </>
  )
}
