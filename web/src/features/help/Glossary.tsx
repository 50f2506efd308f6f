import type { AnswerItem } from '@tickmark/wire/routes/content'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { SafeHtml } from '../../components/SafeHtml.tsx'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import { Marked } from './Answer.tsx'
import type { Span } from './search.ts'

/** Terms and their definitions, with the search matches marked. */
export function Glossary({ terms }: { terms: readonly { item: AnswerItem; marks: readonly Span[] }[] }) {
  const { t } = useTranslation('help')
  if (terms.length === 0) return <Empty title={t('noTerms')} icon="help" />
  return (
    <dl>
      {terms.map(({ item, marks }) => (
        <div
          key={item.id}
          className="grid gap-x-6 gap-y-1 border-b border-rule py-3.5 md:grid-cols-[11rem_1fr]"
        >
          <dt className="font-semibold">
            <Marked title={item.title} marks={marks} />
          </dt>
          <dd>
            <SafeHtml html={item.html} className="text-13! leading-normal! text-ink-2" />
          </dd>
        </div>
      ))}
    </dl>
  )
}
