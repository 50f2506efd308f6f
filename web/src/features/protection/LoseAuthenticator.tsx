import { useTranslation } from '../../i18n/useTranslation.ts'
import { call } from '../../api/api.ts'
import { useFormat } from '../../format/useFormat.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { ConfirmDialog } from '@tickmark/ui/layer/ConfirmDialog.tsx'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { useQuestion } from '@tickmark/ui/base/useQuestion.ts'

/** For users who lost both phone and recovery codes: starts a reset, which turns the authenticator off after a wait. */
export function LoseAuthenticator({ onStarted }: { onStarted: () => void }) {
  const { t } = useTranslation('wallet')
  const format = useFormat()
  const { ask, dialog } = useQuestion(reset)

  async function reset() {
    try {
      const { until } = await call('resetAuthenticator', {})
      toast(t('protection.lostStarted', { time: format.dateTime(until) }), { tone: 'good' })
      onStarted()
    } catch {
      // The toast has shown the reason.
    }
  }

  return (
    <>
      <Button tone="quiet" size="medium" wide aria-haspopup="dialog" onClick={ask}>
        {t('protection.lost')}
      </Button>
      <ConfirmDialog
        {...dialog}
        title={t('protection.lostTitle')}
        yesLabel={t('protection.lostYes')}
        noLabel={t('protection.lostNo')}
        tone="wrong"
      >
        <p>{t('protection.lostDetail')}</p>
      </ConfirmDialog>
    </>
  )
}
