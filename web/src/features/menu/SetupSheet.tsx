import { useTranslation } from 'react-i18next'
import { go } from '../../navigate.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { Sheet } from '../../ui/Sheet.tsx'

/** The setup popup: language, and everything else that can be set. */
export function SetupSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('settings')

  function leaveTo(href: string) {
    onClose()
    go(href)
  }

  return (
    <Sheet open={open} onClose={onClose} title={t('setup')}>
      <ListRow
        leading={<Icon name="globe" className="text-ink-2" />}
        title={t('menu.language')}
        href="/language"
        onGo={leaveTo}
        chevron
      />
      <ListRow
        leading={<Icon name="sliders" className="text-ink-2" />}
        title={t('menu.settings')}
        href="/settings"
        onGo={leaveTo}
        chevron
      />
    </Sheet>
  )
}
