import { useTranslation } from '../../i18n/useTranslation.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { go } from '../../navigation/navigate.ts'
import { signOut } from '../../wallets/signIn.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { ConfirmDialog } from '@tickmark/ui/layer/ConfirmDialog.tsx'
import { useQuestion } from '@tickmark/ui/base/useQuestion.ts'

/** Signs out on this device after a question. */
export function SignOut() {
  const { t } = useTranslation('settings')
  const { ask, dialog } = useQuestion(leave)

  async function leave() {
    await signOut()
    go(hrefTo.home())
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
