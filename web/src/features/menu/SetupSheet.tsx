import { useTranslation } from 'react-i18next'
import { go } from '../../navigate.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import { ListRow } from '../../ui/ListRow.tsx'
import { Sheet } from '../../ui/Sheet.tsx'

/** The setup popup: messages, language, and everything else that can be set. */
export function SetupSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('settings')

  function leaveTo(href: string) {
    onClose()
    go(href)
  }

  function row(icon: IconName, title: string, href: string) {
    return (
      <ListRow
        leading={<Icon name={icon} className="text-ink-2" />}
        title={title}
        href={href}
        onGo={leaveTo}
        chevron
      />
    )
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
