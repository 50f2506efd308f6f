import { useTranslation } from '../../i18n/useTranslation.ts'
import { useShownMoneyCall } from '../../api/moneyCall.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { ConfirmDialog } from '@tickmark/ui/layer/ConfirmDialog.tsx'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { useQuestion } from '@tickmark/ui/base/useQuestion.ts'
import { Section } from '../../components/Section.tsx'

/** Resets the simulated account after a question. */
export function ResetSimulated() {
  const { t } = useTranslation('settings')
  const { send } = useShownMoneyCall('resetSimulated')
  const { ask, dialog } = useQuestion(reset)

  async function reset() {
    const done = await send(() => ({}))
    if (done.kind === 'failed') toast(done.failure.message, { tone: 'wrong' })
    if (done.kind === 'done') toast(t('reset.done'), { tone: 'good' })
  }

  return (
    <Section title={t('reset.title')}>
      <p className="text-13 text-ink-2">{t('reset.note')}</p>
      <Button tone="quiet" size="medium" icon="refresh" className="mt-3" onClick={ask}>
        {t('reset.action')}
      </Button>
      <ConfirmDialog
        {...dialog}
        title={t('reset.question')}
        yesLabel={t('reset.yes')}
        noLabel={t('reset.no')}
      >
        {t('reset.detail')}
      </ConfirmDialog>
    </Section>
  )
}
