import { useTranslation } from '../../i18n/useTranslation.ts'
import { call } from '../../api/api.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Sheet } from '@tickmark/ui/layer/Sheet.tsx'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { CodeField } from './CodeField.tsx'
import { LoseAuthenticator } from './LoseAuthenticator.tsx'
import { useCode } from './useCode.ts'

interface EndAuthenticatorProps {
  open: boolean
  /** A reset that will turn it off is already running. */
  isResetting: boolean
  onClose: () => void
}

/**
 * Turns the authenticator off with one of its codes or a recovery code; without either, the user must start a reset and
 * wait.
 */
export function EndAuthenticator({ open, isResetting, onClose }: EndAuthenticatorProps) {
  const { t } = useTranslation('wallet')
  const end = useCode(true, async (code) => {
    await call('endAuthenticator', { code })
    toast(t('protection.turnedOff'), { tone: 'good' })
    onClose()
  })
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('protection.turnOff')}
      footer={
        <Button wide tone="wrong" busy={end.busy} onClick={end.submit}>
          {t('protection.turnOff')}
        </Button>
      }
    >
      <div className="grid gap-4">
        <p className="text-13 text-ink-2">{t('protection.offNote')}</p>
        <CodeField {...end.field} takesRecovery />
        {!isResetting && <LoseAuthenticator onStarted={onClose} />}
      </div>
    </Sheet>
  )
}
