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
    <Sheet open={open} onClose={onClose} title={t('setup')}>
      {row('bell', t('menu.notification'), hrefTo.messages())}
      {row('flag', t('menu.alerts'), hrefTo.alerts())}
      {row('globe', t('menu.language'), hrefTo.language())}
      {row('shield', t('menu.limits'), hrefTo.limits())}
      {row('sliders', t('menu.settings'), hrefTo.settings())}
    </Sheet>
  )
}
