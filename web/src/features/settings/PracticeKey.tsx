import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { sayCopied } from '../../components/sayCopied.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { CopyRow } from '@tickmark/ui/list/CopyRow.tsx'
import { Section } from '../../components/Section.tsx'

/** Explains the practice wallet and shows its key for export. */
export function PracticeKey() {
  const { t } = useTranslation('settings')
  const [key, setKey] = useState<string | null>(null)

  async function toggle() {
    if (key !== null) return setKey(null)
    const { exportPracticeKey } = await import('../../wallets/practiceWallet.ts')
    setKey(exportPracticeKey())
  }

  return (
    <Section title={t('practice.title')}>
      <p className="text-13 text-ink-2">{t('practice.note')}</p>
      {key !== null && (
        <div className="pt-3">
          <CopyRow value={key} onCopied={sayCopied} />
          <p className="pt-2 text-12 font-medium text-caution">{t('practice.warning')}</p>
        </div>
      )}
      <Button
        tone="quiet"
        size="medium"
        className="mt-3"
        aria-expanded={key !== null}
        onClick={() => void toggle()}
      >
        {key === null ? t('practice.show') : t('practice.hide')}
      </Button>
    </Section>
  )
}
