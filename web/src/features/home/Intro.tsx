import { useTranslation } from '../../i18n/useTranslation.ts'
import { SandboxBadge } from './SandboxBadge.tsx'

/** Shown to visitors instead of holdings: a short description of this service. */
export function Intro() {
  const { t } = useTranslation('home')
  return (
    <section className="pt-2.5 pb-5">
      <SandboxBadge />
      <p className="text-24 font-semibold tracking-[-0.02em] text-balance">{t('intro.title')}</p>
      <p className="mt-1.5 max-w-[46ch] text-13 text-ink-2">{t('intro.detail')}</p>
    </section>
  )
}
