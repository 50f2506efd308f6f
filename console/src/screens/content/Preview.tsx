import { LANGUAGE_TAGS, type Language } from '@tickmark/texts/languages'
import { CleanHtml } from '@tickmark/ui/text/CleanHtml.tsx'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Panel } from '../../kit/Panel.tsx'

const THEMES = ['paper', 'ink'] as const

interface PreviewProps {
  title: string
  html: string
  language: Language
}

/** An article as readers see it: sanitized, in its language's direction, in light and dark. */
export function Preview({ title, html, language }: PreviewProps) {
  const { t } = useTranslation('content')
  const tag = LANGUAGE_TAGS[language]
  return (
    <Panel title={t('preview')}>
      <div className="grid gap-3 sm:grid-cols-2">
        {THEMES.map((theme) => (
          <article
            key={theme}
            aria-label={t(`themes.${theme}`)}
            data-theme={theme}
            lang={tag}
            dir={language === 'arab' ? 'rtl' : 'ltr'}
            className="min-w-0 rounded-3 border border-rule bg-ground p-4 text-ink"
          >
            <h3 className="pb-2 text-19 font-semibold text-balance">{title === '' ? '…' : title}</h3>
            <CleanHtml html={html} onGo={openPage} />
          </article>
        ))}
      </div>
      <p className="pt-2 text-12 text-ink-2">{t('previewHint')}</p>
    </Panel>
  )
}

/** Opens a page of the users’ app beside the console. */
function openPage(href: string): void {
  window.open(href, '_blank', 'noopener')
}
