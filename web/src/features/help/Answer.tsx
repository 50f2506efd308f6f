import type { AnswerItem } from '@tickmark/wire/routes/content'
import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { go } from '../../navigation/navigate.ts'
import { SafeHtml } from '../../components/SafeHtml.tsx'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import { PlainLink } from '@tickmark/ui/base/PlainLink.tsx'
import { pieces, type Span } from './search.ts'

/** A question as a row that expands to its answer; the answer renders when first opened. */
export function Answer({ answer, marks = [] }: { answer: AnswerItem; marks?: readonly Span[] }) {
  const { t } = useTranslation('help')
  const [seen, setSeen] = useState(false)
  return (
    <details
      className="group border-b border-rule"
      onToggle={(event) => event.currentTarget.open && setSeen(true)}
    >
      <summary className="flex min-h-14 list-none items-center gap-3 py-2 -outline-offset-2! [&::-webkit-details-marker]:hidden">
        <h3 className="min-w-0 flex-1 text-15 leading-tight font-medium">
          <Marked title={answer.title} marks={marks} />
        </h3>
        <Icon
          name="chevronDown"
          size={18}
          className="text-ink-3 transition-transform duration-120 group-open:rotate-180"
        />
      </summary>
      {seen && (
        <div className="pb-5">
          <SafeHtml html={answer.html} className="text-ink-2" />
          <PlainLink
            href={hrefTo.answers(answer.id)}
            onGo={go}
            className="mt-2 inline-flex min-h-11 items-center gap-1 text-13 font-semibold text-brand"
          >
            {t('ownPage')}
            <Icon name="chevron" size={16} />
          </PlainLink>
        </div>
      )}
    </details>
  )
}

/** A title with the search matches marked. */
export function Marked({ title, marks }: { title: string; marks: readonly Span[] }) {
  return pieces(title, marks).map((piece) =>
    piece.hit ? (
      <mark key={piece.at} className="rounded-[3px] bg-brand-wash text-ink">
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  )
}
