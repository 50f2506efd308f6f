import { Button } from '@tickmark/ui/form/Button.tsx'
import { call, refresh } from '../api/api.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { Problem } from '../kit/Problem.tsx'
import { CodeForm } from './CodeForm.tsx'
import { askPasskey, hasPasskeys } from './passkeys.ts'
import { useAttempt } from './useAttempt.ts'

interface FactorProps {
  factors: { passkey: boolean; code: boolean }
  onShown?: () => void
}

/** Asks for the operator's second factor: a passkey, or a code of his authenticator. */
export function Factor({ factors, onShown }: FactorProps) {
  const { t } = useTranslation('gate')
  const passkey = useAttempt()
  const typed = useAttempt()

  async function byPasskey() {
    const { options } = await call('consoleAskPasskey', {}, { quiet: true })
    await call('consoleProvePasskey', { response: await askPasskey(options) }, { quiet: true })
    refresh('consoleSession')
    onShown?.()
  }

  async function byCode(code: string) {
    await call('consoleProveCode', { code }, { quiet: true })
    refresh('consoleSession')
    onShown?.()
  }

  return (
    <div className="grid gap-4">
      {factors.passkey && hasPasskeys() && (
        <div className="grid gap-2">
          <Button
            size="medium"
            icon="lock"
            busy={passkey.busy}
            onClick={() => void passkey.attempt(byPasskey)}
          >
            {t('usePasskey')}
          </Button>
          <Problem text={passkey.problem} />
        </div>
      )}
      {factors.code && (
        <CodeForm
          label={t('code')}
          busy={typed.busy}
          problem={typed.problem}
          onCode={(code) => void typed.attempt(() => byCode(code))}
        />
      )}
    </div>
  )
}
