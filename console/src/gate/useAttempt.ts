import { CallFailed } from '@tickmark/client/callFailed.ts'
import { useState } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'

/** Runs steps of a sign-in, some of which the browser may refuse: says that it is busy, and why it failed. */
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
