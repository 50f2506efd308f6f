import { useState } from 'react'
import { t } from '../i18n/i18n.ts'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { loadJoining } from './joining.ts'

/** Joins in one tap: creates the practice wallet and signs in with it. The code loads on the tap. */
export function usePracticeJoin(): { busy: boolean; join: () => void } {
  const [busy, setBusy] = useState(false)

  async function join() {
    setBusy(true)
    try {
      const { joinPractice, sayHowJoined } = await loadJoining()
      sayHowJoined(await joinPractice())
    } catch {
      // The code did not load.
      toast(t('shell:networkFailure'), { tone: 'wrong' })
    }
    setBusy(false)
  }

  return { busy, join: () => void join() }
}
