import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { go } from '../../navigate.ts'
import { signOut } from '../../session/signIn.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

/** Leaves the account on this device, after a question. */
export function SignOut() {
  const { t } = useTranslation('settings')
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)

  async function leave() {
    setBusy(true)
    await signOut()
    setBusy(false)
    setAsked(false)
    go('/')
  }

  return (
    <div>
      <Button tone="quiet" size="medium" icon="logout" wide onClick={() => setAsked(true)}>
        {t('signOut.action')}
      </Button>
      <ConfirmDialog
        open={asked}
        title={t('signOut.question')}
        yesLabel={t('signOut.yes')}
        noLabel={t('signOut.no')}
        busy={busy}
        onYes={() => void leave()}
        onNo={() => setAsked(false)}
      >
        {t('signOut.detail')}
      </ConfirmDialog>
    </div>
  )
}
