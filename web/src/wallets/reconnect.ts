import { useState } from 'react'
import { t } from '../i18n/i18n.ts'
import { askToJoin } from '../session/joinSheet.ts'
import { useSession } from '../session/session.ts'
import { kept } from '@tickmark/client/storage.ts'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { loadJoining } from './joining.ts'
import { PRACTICE_KEY } from './practiceKey.ts'
import { loadWallets } from './startWallets.ts'

/**
 * Whether one tap signs in again: this browser has an address, and has signed in before with a wallet or the practice
 * key.
 */
export function useIsReturning(): boolean {
  const { address } = useSession()
  return address !== null && (kept('wallet') !== null || kept(PRACTICE_KEY) !== null)
}

/** Whether this browser has joined with the address it shows: a wallet may show another address unasked. */
export function useHasJoined(): boolean {
  const { address } = useSession()
  return address !== null && kept('joined')?.toLowerCase() === address.toLowerCase()
}

/** Signs in again in one tap with the last used wallet; opens the join sheet when that wallet is gone. */
export function useSignInAgain(): { busy: boolean; signIn: () => void } {
  const [busy, setBusy] = useState(false)

  async function signIn() {
    setBusy(true)
    try {
      const used = kept('wallet')
      const wallet = (await loadWallets()).find((one) => one.id === used)
      if (!wallet && (used !== null || kept(PRACTICE_KEY) === null)) {
        setBusy(false)
        return askToJoin()
      }
      const { joinPractice, joinWith, sayHowJoined } = await loadJoining()
      sayHowJoined(await (wallet ? joinWith(wallet) : joinPractice()))
    } catch {
      // The code did not load.
      toast(t('shell:networkFailure'), { tone: 'wrong' })
    }
    setBusy(false)
  }

  return { busy, signIn: () => void signIn() }
}
