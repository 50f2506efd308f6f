import { CallFailed } from '@tickmark/client/callFailed.ts'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { t } from '../../i18n/i18n.ts'
import { askToJoin } from '../../session/joinSheet.ts'
import { ClockOff, KeyDenied, KeyLost, type Consent } from '../../wallets/signOrder.ts'

/**
 * The owner's signature. Null, with a message, when this device's clock is off, or when this browser has lost its key
 * or the house denies it; in these two cases it also asks to sign in again.
 */
export async function signing(sign: () => Promise<Consent>): Promise<Consent | null> {
  try {
    return await sign()
  } catch (failure) {
    if (failure instanceof CallFailed) throw failure
    if (failure instanceof ClockOff) {
      toast(t('trade:clockOff', { seconds: failure.seconds }), { tone: 'wrong' })
      return null
    }
    const isDenied = failure instanceof KeyDenied
    if (!isDenied && !(failure instanceof KeyLost))
      console.error('There was a problem signing the order', failure)
    toast(t(isDenied ? 'trade:keyDenied' : 'trade:keyLost'), { tone: 'wrong' })
    askToJoin()
    return null
  }
}
