import { intentText, intentTypedData, type WithdrawalIntent } from '@tickmark/core/wallet/withdrawalIntent'
import { sessionNow } from '../session/session.ts'
import { kept } from '../state/storage.ts'
import { walletsNow } from './foundWallets.ts'

/**
 * Lets the owner sign a withdrawal with the wallet that signed in here. Throws the wallet's error, also when the wallet
 * is gone.
 */
export async function signIntent(intent: WithdrawalIntent): Promise<string> {
  const { address } = sessionNow()
  if (address === null) throw new Error('nobody is signed in')
  const used = kept('wallet')
  if (used === null) {
    const { signPracticeIntent } = await import('./practiceWallet.ts')
    return signPracticeIntent(address, intent)
  }
  const wallet = walletsNow().find((one) => one.id === used)
  if (!wallet) throw new Error('the wallet is not in this browser any more')
  return wallet.signTyped(address, intentTypedData(intent), intentText(intent))
}
