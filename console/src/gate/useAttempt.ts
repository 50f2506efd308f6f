import { CallFailed } from '@tickmark/client/callFailed.ts'
import { useState } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'

/** Runs sign-in steps that the browser may refuse; reports `busy`, and why a step failed. */
export function useAttempt() {
  const { t } = useTranslation('gate')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function attempt(steps: () => Promise<unknown>): Promise<boolean> {
    setBusy(true)
    setProblem(null)
    try {
      await steps()
      return true
    } catch (failure) {
      setProblem(failure instanceof CallFailed ? failure.message : t('passkeyDeclined'))
      return false
    } finally {
      setBusy(false)
    }
  }

  return { busy, problem, attempt }
}
