import { useTranslation } from 'react-i18next'
import { go } from '../../navigate.ts'
import { signOut } from '../../session/signIn.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useQuestion } from '../../ui/useQuestion.ts'

/** Leaves the account on this device, after a question. */
export function SignOut() {
  const { t } = useTranslation('settings')
  const { ask, dialog } = useQuestion(leave)

  async function leave() {
    await signOut()
    go('/')
  }

  return (
    <div>
      <Button tone="quiet" size="medium" icon="logout" wide onClick={ask}>
        {t('signOut.action')}
      </Button>
      <ConfirmDialog
        {...dialog}
        title={t('signOut.question')}
        yesLabel={t('signOut.yes')}
        noLabel={t('signOut.no')}
      >
        {t('signOut.detail')}
      </ConfirmDialog>
    </div>
  )
}
