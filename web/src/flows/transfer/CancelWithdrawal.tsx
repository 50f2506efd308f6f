import { useTranslation } from '../../i18n/useTranslation.ts'
import { useShownMoneyCall } from '../../api/moneyCall.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { ConfirmDialog } from '@tickmark/ui/layer/ConfirmDialog.tsx'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { useQuestion } from '@tickmark/ui/base/useQuestion.ts'

/** Cancels a withdrawal that is not yet signed, after a question. Pressing again repeats the same call. */
export function CancelWithdrawal({ id }: { id: string }) {
  const { t } = useTranslation('transfer')
  const { send } = useShownMoneyCall('cancelWithdrawal')
  const { ask, dialog } = useQuestion(cancel)

  async function cancel() {
    const cancelled = await send(() => ({ id }))
    // The record below shows the withdrawal's state.
    if (cancelled.kind === 'failed') toast(cancelled.failure.message, { tone: 'wrong' })
    if (cancelled.kind === 'done') toast(t('calledBack'), { tone: 'good' })
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
