import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, refresh } from '../../api.ts'
import { useFormat } from '../../i18n/format.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toast } from '../../ui/toast.ts'

/** The way out for whoever lost phone and recovery codes: the authenticator turns off by itself, after a wait. */
export function LoseAuthenticator({ onStarted }: { onStarted: () => void }) {
  const { t } = useTranslation('wallet')
  const format = useFormat()
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)

  async function reset() {
    setBusy(true)
    try {
      const { until } = await call('resetAuthenticator', {})
      toast(t('protection.lostStarted', { time: format.dateTime(until) }), { tone: 'good' })
      refresh('getProtection')
      onStarted()
    } catch {
      // The toast has said it.
    }
    setBusy(false)
    setAsked(false)
  }

  return (
    <>
      <Button tone="quiet" size="medium" wide aria-haspopup="dialog" onClick={() => setAsked(true)}>
        {t('protection.lost')}
      </Button>
      <ConfirmDialog
        open={asked}
        title={t('protection.lostTitle')}
        yesLabel={t('protection.lostYes')}
        noLabel={t('protection.lostNo')}
        tone="wrong"
        busy={busy}
        onYes={() => void reset()}
        onNo={() => setAsked(false)}
      >
        <p>{t('protection.lostDetail')}</p>
      </ConfirmDialog>
    </>
  )
}
