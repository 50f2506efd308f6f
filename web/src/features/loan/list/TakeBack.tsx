import { useQuestion } from '@tickmark/ui/base/useQuestion.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { ConfirmDialog } from '@tickmark/ui/layer/ConfirmDialog.tsx'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { call } from '../../../api/api.ts'
import { useAction } from '../../../api/useAction.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'

/** Withdraws an undecided application, after a confirmation. */
export function TakeBack({ id }: { id: string }) {
  const { t } = useTranslation('loanList')
  const { run } = useAction()
  const { ask, dialog } = useQuestion(async () => {
    await run(async () => {
      const { message } = await call('withdrawLoan', { applyId: id })
      toast(message, { tone: 'good' })
    })
  })
  return (
    <>
      <Button size="medium" tone="quiet" className="mt-3" onClick={ask} aria-haspopup="dialog">
        {t('takeBack.action')}
      </Button>
      <ConfirmDialog
        {...dialog}
        title={t('takeBack.title')}
        yesLabel={t('takeBack.yes')}
        noLabel={t('takeBack.no')}
      >
        {t('takeBack.detail')}
      </ConfirmDialog>
    </>
  )
}
