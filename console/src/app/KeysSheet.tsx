import { Sheet } from '@tickmark/ui/layer/Sheet.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import { LookChoices } from '../kit/LookChoices.tsx'
import { Facts } from '../kit/Panel.tsx'

/** Language, theme, and the keyboard shortcuts of the whole console. */
export function KeysSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('shell')
  return (
    <Sheet open={open} onClose={onClose} title={t('keys.title')}>
      <div className="mb-4">
        <LookChoices />
      </div>
      <Facts
        list={[
          { name: t('keys.search'), value: <Keys text="⌘K · Ctrl K" /> },
          { name: t('keys.go'), value: <Keys text="Alt 1 … Alt 9" /> },
          { name: t('keys.rows'), value: <Keys text="↑ ↓ PgUp PgDn Home End" /> },
          { name: t('keys.open'), value: <Keys text="Enter" /> },
          { name: t('keys.close'), value: <Keys text="Esc" /> },
          { name: t('keys.help'), value: <Keys text="?" /> },
        ]}
      />
    </Sheet>
  )
}

function Keys({ text }: { text: string }) {
  return (
    <kbd dir="ltr" className="font-sans">
      {text}
    </kbd>
  )
}
