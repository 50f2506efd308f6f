import { TEXT_TYPES } from '@tickmark/wire/schemas/content'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useCall } from '../../../api/api.ts'
import { SafeHtml } from '../../../components/SafeHtml.tsx'

export type HintKind = 'deposit' | 'withdrawal' | 'swap'

/** Operators' text at the end of a tab; renders nothing while it is missing or loading. */
export function Hint({ kind }: { kind: HintKind }) {
  const { t } = useTranslation('transfer')
  const text = useCall('get_text', { type: TEXT_TYPES[kind] }).data
  if (!text) return null
  return (
    <section aria-label={t('hint')} className="mt-6 border-t border-rule pt-4">
      <h2 className="pb-2 text-13 font-semibold">{t('hint')}</h2>
      <SafeHtml html={text} className="text-ink-2" />
    </section>
  )
}
