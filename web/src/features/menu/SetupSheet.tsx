import { useTranslation } from '../../i18n/useTranslation.ts'
import type { IconName } from '@tickmark/ui/base/icons.ts'
import { Sheet } from '@tickmark/ui/layer/Sheet.tsx'
import { PlaceRow } from './PlaceRow.tsx'

/** The setup popup: messages, language, and everything else that can be set. */
export function SetupSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('settings')

  function row(icon: IconName, title: string, href: string) {
    return <PlaceRow icon={icon} title={title} href={href} onClose={onClose} />
  }

  return (
    <Sheet open={open} onClose={onClose} title={t('setup')}>
      {row('bell', t('menu.notification'), '/notification')}
      {row('flag', t('menu.alerts'), '/alerts')}
      {row('globe', t('menu.language'), '/language')}
      {row('shield', t('menu.limits'), '/limits')}
      {row('sliders', t('menu.settings'), '/settings')}
    </Sheet>
  )
}
