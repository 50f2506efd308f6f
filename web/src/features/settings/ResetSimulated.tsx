import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, newKey, refresh } from '../../api.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toast } from '../../ui/toast.ts'
import { Section } from './Section.tsx'

/** Sets practice money back, after a question. */
export function ResetSimulated() {
  const { t } = useTranslation('settings')
  const [key, setKey] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function reset() {
    setBusy(true)
    try {
      await call('resetSimulated', {}, { idempotencyKey: key ?? newKey() })
      refresh('getMyWalletData', 'getavailableMoneyByCurrency')
      toast(t('reset.done'), { tone: 'good' })
    } catch {
      // The toast has said it.
    }
    setBusy(false)
    setKey(null)
  }

  return (
    <Section title={t('reset.title')}>
      <p className="text-13 text-ink-2">{t('reset.note')}</p>
      <Button tone="quiet" size="medium" icon="refresh" className="mt-3" onClick={() => setKey(newKey())}>
        {t('reset.action')}
      </Button>
      <ConfirmDialog
        open={key !== null}
        title={t('reset.question')}
        yesLabel={t('reset.yes')}
        noLabel={t('reset.no')}
        busy={busy}
        onYes={() => void reset()}
        onNo={() => setKey(null)}
      >
        {t('reset.detail')}
      </ConfirmDialog>
    </Section>
  )
}
