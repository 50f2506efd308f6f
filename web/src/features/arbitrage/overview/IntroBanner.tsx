import { Icon } from '@tickmark/ui/base/Icon.tsx'
import { PlainLink } from '@tickmark/ui/base/PlainLink.tsx'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { hrefTo } from '../../../navigation/hrefs.ts'
import { go } from '../../../navigation/navigate.ts'

/** Link to the introduction. */
export function IntroBanner() {
  const { t } = useTranslation('arbitrage')
  return (
    <PlainLink
      href={hrefTo.arbitrageIntro()}
      onGo={go}
      className="flex items-center gap-3.5 rounded-3 bg-brand-wash p-4"
    >
      <Icon name="arbitrage" size={26} className="text-brand" />
      <span className="min-w-0 flex-1">
        <span className="block text-15 font-semibold">{t('intro.title')}</span>
        <span className="block text-13 text-ink-2">{t('intro.detail')}</span>
      </span>
      <Icon name="chevron" size={18} className="text-brand" />
    </PlainLink>
  )
}
