import { useTranslation } from '../../i18n/useTranslation.ts'
import type { IconName } from '@tickmark/ui/base/icons.ts'
import { Sheet } from '@tickmark/ui/layer/Sheet.tsx'
import { hrefTo } from '../../navigation/hrefs.ts'
import { PlaceRow } from './PlaceRow.tsx'

/** The setup sheet: messages, language, and all other settings. */
export function SetupSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('settings')

  function row(icon: IconName, title: string, href: string) {
    return <PlaceRow icon={icon} title={title} href={href} onClose={onClose} />
  }

  return (
    <Sheet open={open} onClose={onClose} title={t('menu.setup')}>
      {row('bell', t('pages:title.notification'), hrefTo.messages())}
      {row('flag', t('pages:title.alerts'), hrefTo.alerts())}
      {row('globe', t('language'), hrefTo.language())}
      {row('shield', t('pages:title.limits'), hrefTo.limits())}
      {row('sliders', t('pages:title.settings'), hrefTo.settings())}
    </Sheet>
  )
}
