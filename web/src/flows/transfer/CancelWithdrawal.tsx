import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { call, newKey, refresh } from '../../api/api.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { ConfirmDialog } from '@tickmark/ui/layer/ConfirmDialog.tsx'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { useQuestion } from '@tickmark/ui/base/useQuestion.ts'

/** Calls a withdrawal back while it is not signed, after a yes. Pressing again repeats the same call. */
export function CancelWithdrawal({ id }: { id: string }) {
  const { t } = useTranslation('transfer')
  const { ask, dialog } = useQuestion(callBack)
  const [idempotencyKey] = useState(newKey)

  async function callBack() {
    try {
      await call('cancelWithdrawal', { id }, { idempotencyKey })
      toast(t('calledBack'), { tone: 'good' })
    } catch {
      // What the server said is on screen; the record below tells where the withdrawal is.
    }
    refresh('get_my_cash_out_record', 'getMyWalletData', 'getavailableMoneyAndHsByCurrency')
  }

  return (
    <div className="pt-4">
      <Button tone="quiet" size="medium" wide onClick={ask} aria-haspopup="dialog">
        {t('callBack')}
      </Button>
      <ConfirmDialog
        {...dialog}
        title={t('callBackTitle')}
        yesLabel={t('callBackYes')}
        noLabel={t('callBackNo')}
        tone="wrong"
      >
        {t('callBackDetail')}
      </ConfirmDialog>
    </div>
  )
}
