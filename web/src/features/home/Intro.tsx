import { useTranslation } from '../../i18n/useTranslation.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { go } from '../../navigation/navigate.ts'
import { PlainLink } from '@tickmark/ui/base/PlainLink.tsx'
import promise from './promise.svg'
import { SandboxBadge } from './SandboxBadge.tsx'

/** Shown to visitors instead of holdings: what this service promises, drawn and in words, and the guide. */
export function Intro() {
  const { t } = useTranslation('home')
  return (
    <section className="flex items-center gap-4 pt-2.5 pb-3">
      <div className="min-w-0 flex-1">
        <SandboxBadge />
        <p className="text-24 font-semibold tracking-[-0.02em] text-balance">{t('intro.title')}</p>
        <p className="mt-1.5 max-w-[46ch] text-13 text-ink-2">{t('intro.detail')}</p>
        <PlainLink
          href={hrefTo.guide()}
          onGo={go}
          className="inline-flex min-h-11 items-center text-13 font-semibold text-brand"
        >
          {t('intro.guide')}
        </PlainLink>
      </div>
      <img src={promise} alt="" width={96} height={132} className="flex-none max-[339px]:hidden" />
    </section>
  )
}
