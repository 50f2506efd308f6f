import { useState } from 'react'
import { t } from '../i18n/i18n.ts'
import { toast } from '@tickmark/ui/layer/toast.ts'

/** One tap from looking to trading: makes the practice wallet and signs in with it. Its code comes with the tap. */
export function usePracticeJoin(): { busy: boolean; join: () => void } {
  const [busy, setBusy] = useState(false)

  async function join() {
    setBusy(true)
    try {
      const [{ joinPractice }, { sayHowJoined }] = await Promise.all([
        import('./connect.ts'),
        import('./sayHowJoined.ts'),
      ])
      sayHowJoined(await joinPractice())
    } catch {
      // The code did not arrive.
      toast(t('shell:networkFailure'), { tone: 'wrong' })
    }
    setBusy(false)
  }

  return { busy, join: () => void join() }
}
