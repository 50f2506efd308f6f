import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, newKey, refresh } from '../../api.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toast } from '../../ui/toast.ts'

/** Calls a withdrawal back while it is not signed, after a yes. Pressing again repeats the same call. */
export function CallBack({ id }: { id: string }) {
  const { t } = useTranslation('transfer')
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [idempotencyKey] = useState(newKey)

  async function yes() {
    setBusy(true)
    try {
      await call('cancelWithdrawal', { id }, { idempotencyKey })
      toast(t('calledBack'), { tone: 'good' })
    } catch {
      // What the server said is on screen; the record below tells where the withdrawal is.
    }
    setBusy(false)
    setAsked(false)
    refresh('get_my_cash_out_record', 'getMyWalletData', 'getavailableMoneyAndHsByCurrency')
  }

  return (
    <div className="pt-4">
      <Button tone="quiet" size="medium" wide onClick={() => setAsked(true)} aria-haspopup="dialog">
        {t('callBack')}
      </Button>
      <ConfirmDialog
        open={asked}
        title={t('callBackTitle')}
        yesLabel={t('callBackYes')}
        noLabel={t('callBackNo')}
        tone="wrong"
        busy={busy}
        onYes={() => void yes()}
        onNo={() => setAsked(false)}
      >
        {t('callBackDetail')}
      </ConfirmDialog>
    </div>
  )
}
